import type { Shown } from './addresses.ts';
import type { Size } from './grid.ts';

/**
 * A part of a block's configuration, as data: the schema of the API, what is checked when it is saved and the panel of the
 * editor come from this. Ids of fields are those of the block's table; whether they are still there is asked when the
 * block is drawn.
 */
export type BlockPart =
  | { readonly of: 'table' }
  /** One field of the table; of those that take options or people, one option, days, numbers or files, where that is said. */
  | { readonly of: 'field'; readonly takes?: 'choice' | 'option' | 'day' | 'number' | 'file' }
  /** Options of the field that another part names, in an order. */
  | { readonly of: 'options'; readonly field: string; readonly most: number }
  /** Fields in an order. */
  | { readonly of: 'fields'; readonly most: number }
  /** As a view has them. */
  | { readonly of: 'filter' }
  | { readonly of: 'sort' }
  | { readonly of: 'questions'; readonly most: number }
  | { readonly of: 'lanes'; readonly most: number }
  | { readonly of: 'flag' }
  | { readonly of: 'text'; readonly most: number; readonly required?: true }
  | { readonly of: 'integer'; readonly min: number; readonly max: number }
  | { readonly of: 'number' }
  | { readonly of: 'choice'; readonly values: readonly string[] }
  /** Which days count, by a field of days. */
  | { readonly of: 'period' }
  /** Which colour a number has, by what it is: of rules in an order the first that is met. */
  | { readonly of: 'colors'; readonly most: number }
  /** A button that makes a record. */
  | { readonly of: 'button' }
  /** Text with its looks. */
  | { readonly of: 'document' }
  /** What a chart goes by: a field, and for days how many of them are together. */
  | { readonly of: 'axis' }
  /** What is shown of records: how many they are, or what a field of them comes to. */
  | { readonly of: 'measure' }
  /** Another app. */
  | { readonly of: 'app' }
  /** Apps in an order. */
  | { readonly of: 'apps'; readonly most: number }
  /** Other blocks of the same app. */
  | { readonly of: 'blocks'; readonly most: number }
  /** Where a press leads: a page of the web, a place of the product, an address of mail. */
  | { readonly of: 'link' }
  /** A page, a picture or a video of the web, by https alone. */
  | { readonly of: 'address'; readonly shows: Shown }
  /** Buttons in an order, each as the block of one button has it. */
  | { readonly of: 'buttons'; readonly most: number };

/** What makes a kind of block: everything that is no picture. */
export type BlockType = {
  readonly id: string;
  /** Rises when a configuration that is kept would be read otherwise. */
  readonly version: number;
  /**
   * What a public link may show of it: what stands in its configuration, what records come to, or questions that
   * strangers answer. Without it there is nothing that could be shown.
   */
  readonly shares?: 'still' | 'shown' | 'asked';
  readonly config: Readonly<Record<string, BlockPart>>;
  readonly least?: Size;
  /** What a new one takes of the grid. */
  readonly first: Size;
  /** An app has at most one. */
  readonly once?: true;
  /** What the plan must have for one to be made or changed. */
  readonly tier?: 'premium' | 'dev';
  /** What it must have for more than its table, title and texts to be changed. */
  readonly shaped?: 'premium';
  /** On a phone two stand beside each other. */
  readonly half?: true;
  /** What the specification calls it besides. */
  readonly aliases?: readonly string[];
};
