import { isId } from '@tessera/kernel';
import { blockType, standsAlone } from '@tessera/proto/blocks';

/** A block of an app as it stands in a text: its configuration is JSON, with the type in it. */
export type PageBlock = { readonly blockId: string; readonly height: number; readonly config: string };

/** In pixels. */
export const blockHeight = { least: 10, most: 3000, first: 300 } as const;
const mostConfig = 60_000;

type Written = {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Written[];
};

/** What a configuration says; undefined where it is none. */
export const configIn = (config: unknown): { readonly type: string; readonly [part: string]: unknown } | undefined => {
  if (typeof config !== 'string' || config.length > mostConfig) return undefined;
  try {
    const read = JSON.parse(config) as unknown;
    const isOne = typeof read === 'object' && read !== null && !Array.isArray(read) && 'type' in read;
    return isOne && typeof read.type === 'string' ? (read as { readonly type: string }) : undefined;
  } catch {
    return undefined;
  }
};

/** What is wrong with the attributes of a block in a text. */
export const faultInBlock = ({ blockId, height, config }: Readonly<Record<string, unknown>>): string | undefined => {
  if (typeof blockId !== 'string' || !isId(blockId)) return 'a block has an id';
  if (!Number.isInteger(height) || Number(height) < blockHeight.least || Number(height) > blockHeight.most)
    return `a block is from ${blockHeight.least} to ${blockHeight.most} pixels high`;
  const read = configIn(config);
  if (read === undefined) return `a block has a configuration of at most ${mostConfig} characters with its type`;
  const type = blockType(read.type);
  return type === undefined || !standsAlone(type) ? 'this block has no place in a page' : undefined;
};

/** The blocks of a text, in its order. */
export const blocksIn = (contentJson: string): readonly PageBlock[] => {
  if (!contentJson.includes('"appBlock"')) return [];
  const found: PageBlock[] = [];
  const walk = ({ type, attrs, content }: Written): void => {
    if (type === 'appBlock') found.push(attrs as unknown as PageBlock);
    content?.forEach(walk);
  };
  walk(JSON.parse(contentJson) as Written);
  return found;
};

/** Configurations of a text that another one does not have. */
export const newConfigs = (before: string, after: string): readonly string[] => {
  const known = new Set(blocksIn(before).map(({ config }) => config));
  return [...new Set(blocksIn(after).map(({ config }) => config))].filter((config) => !known.has(config));
};

/** Whether two texts have the same blocks, wherever those stand in them. */
export const sameBlocks = (before: string, after: string): boolean => {
  const said = (content: string): string =>
    JSON.stringify(
      blocksIn(content)
        .map(({ blockId, height, config }) => JSON.stringify([blockId, height, config]))
        .toSorted(),
    );
  return said(before) === said(after);
};

/** A text with a block below everything. */
export const withBlock = (contentJson: string, block: PageBlock): string => {
  const page = JSON.parse(contentJson) as Written;
  return JSON.stringify({ ...page, content: [...(page.content ?? []), { type: 'appBlock', attrs: block }] });
};
