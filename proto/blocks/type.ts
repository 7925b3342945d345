import type { Size } from './grid.ts';

/**
 * A part of a block's configuration, as data: the schema of the API, what is checked when it is saved and the panel of the
 * editor come from this. Ids of fields are those of the block's table; whether they are still there is asked when the
 * block is drawn.
 */
export type BlockPart =
  | { readonly of: 'table' }
  /** One field of the table; of those that take options or people, or days, or numbers, where that is said. */
  | { readonly of: 'field'; readonly takes?: 'choice' | 'day' | 'number' }
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
  /** A button that makes a record. */
  | { readonly of: 'button' }
  /** Text with its looks. */
  | { readonly of: 'document' };

/** What makes a kind of block: everything that is no picture. */
export type BlockType = {
  readonly id: string;
  /** Rises when a configuration that is kept would be read otherwise. */
  readonly version: number;
  readonly config: Readonly<Record<string, BlockPart>>;
  readonly least?: Size;
  /** What a new one takes of the grid. */
  readonly first: Size;
  /** An app has at most one. */
  readonly once?: true;
  /** On a phone two stand beside each other. */
  readonly half?: true;
  /** What the specification calls it besides. */
  readonly aliases?: readonly string[];
};
