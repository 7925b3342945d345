import { simpleIndicator } from './simple_indicator/type.ts';
import { smartKanban } from './smart_kanban/type.ts';
import { superForm } from './super_form/type.ts';
import { table } from './table/type.ts';
import { text } from './text/type.ts';
import { titleBar } from './title_bar/type.ts';
import type { BlockType } from './type.ts';

/** Every type of block by its id, in the order in which people are offered them. */
const types = {
  super_form: superForm,
  simple_indicator: simpleIndicator,
  smart_kanban: smartKanban,
  table,
  text,
  title_bar: titleBar,
} as const satisfies Readonly<Record<string, BlockType>>;

export type BlockTypeId = keyof typeof types;

export const blockTypes: readonly BlockType[] = Object.values(types);
