import { blockTypes } from './list.ts';
import type { BlockType } from './type.ts';

export * from './addresses.ts';
export * from './bars.ts';
export * from './grid.ts';
export { blockTypes, type BlockTypeId } from './list.ts';
export * from './texts.ts';
export type { BlockPart, BlockType } from './type.ts';

const byName: ReadonlyMap<string, BlockType> = new Map(
  blockTypes.flatMap((type) => [type.id, ...(type.aliases ?? [])].map((name) => [name, type] as const)),
);

/** The type by its id or by what the specification calls it; undefined for one that a later version knows. */
export const blockType = (name: string): BlockType | undefined => byName.get(name);

/** Whether a block says all that it says without others beside it, so that it can stand in a text. */
export const standsAlone = (type: BlockType): boolean =>
  type.once !== true && !Object.values(type.config).some(({ of }) => of === 'blocks');
