import { createHash } from 'node:crypto';
import type { Actor } from '@tessera/kernel';
import { blockType } from '@tessera/proto/blocks';
import { can } from '@tessera/proto/rights';
import type { Field } from '@tessera/proto/tables/v1/events';
import type { Block } from '../apps/evolve.ts';
import { askOf, fieldsOf, rowsTold } from '../blocks/asked.ts';
import type { Link } from './evolve.ts';
import { inputOf, isShowable, type Asked } from './questions.ts';

export type Share = Link['blocks'][number];
export type ShareRight = 'read' | 'write';
type Config = Readonly<Record<string, unknown>>;

export const configOf = ({ configJson }: Pick<Block, 'configJson'>): Config => JSON.parse(configJson) as Config;
export const tableOf = (config: Config): string => (typeof config['tableId'] === 'string' ? config['tableId'] : '');

/** The questions of a form block; all that the table can be asked where it names none. */
export const questionsIn = (config: Config, fieldIds: readonly string[]): readonly Asked[] => {
  const named = Array.isArray(config['questions']) ? (config['questions'] as readonly Asked[]) : [];
  return named.length > 0 ? named : fieldIds.map((fieldId) => ({ fieldId }));
};

/** What tells which rows a block shows; the same for as long as it shows the same. */
const markOf = (block: Block, config: Config): string => {
  const ask = askOf(block.type, config);
  const told = ask === undefined ? JSON.stringify([tableOf(config)]) : rowsTold(tableOf(config), ask);
  return createHash('sha256').update(told).digest('base64url');
};

/** The right that a block can be shared with; undefined for what strangers are never shown. */
export const rightOf = ({ type }: Pick<Block, 'type'>): ShareRight | undefined => {
  const shares = blockType(type)?.shares;
  return shares === undefined ? undefined : shares === 'asked' ? 'write' : 'read';
};

/**
 * A block as strangers would see it, by who shares it and what they know of its table; undefined where there is nothing
 * that they may show.
 */
export const shareOf = (actor: Actor, block: Block, fields: readonly Field[] | undefined): Share | undefined => {
  const right = rightOf(block);
  if (right === undefined) return undefined;
  if (blockType(block.type)?.shares === 'still')
    return { blockId: block.id, right, tableId: '', fieldIds: [], rowsMark: '' };
  const config = configOf(block);
  const tableId = tableOf(config);
  if (tableId === '' || fields === undefined || !can(actor, 'links.share', tableId).allow) return undefined;
  const all = fields.map(({ id }) => id);
  const ask = askOf(block.type, config);
  if (right === 'read' && ask === undefined) return undefined;
  const named = ask === undefined ? questionsIn(config, all).map(({ fieldId }) => fieldId) : fieldsOf(ask, all);
  const fits = new Set(
    fields
      .filter((field) => (right === 'write' ? inputOf(field) !== undefined : isShowable(field)))
      .map(({ id }) => id),
  );
  const fieldIds = named.filter((id) => fits.has(id));
  return { blockId: block.id, right, tableId, fieldIds, rowsMark: markOf(block, config) };
};

/** The share of a block while the app shows what was shared; undefined for what is hidden. */
export const openShare = (shares: readonly Share[], block: Block): Share | undefined => {
  const share = shares.find(({ blockId }) => blockId === block.id);
  if (share === undefined || rightOf(block) !== share.right) return undefined;
  if (share.tableId === '') return blockType(block.type)?.shares === 'still' ? share : undefined;
  const config = configOf(block);
  return tableOf(config) === share.tableId && markOf(block, config) === share.rowsMark ? share : undefined;
};

/**
 * The shares of a link once its app shows other rows: by who may share them they go on, with the fields that they had and
 * no other. What somebody else changed stays as it was told, and so is hidden.
 */
export const sharesFollowing = (
  before: readonly Share[],
  blocks: readonly { readonly block: Block; readonly share: Share | undefined }[],
): Share[] =>
  before.map((share) => {
    const now = blocks.find(({ block }) => block.id === share.blockId)?.share;
    if (now === undefined || now.right !== share.right || now.tableId !== share.tableId) return share;
    return { ...share, rowsMark: now.rowsMark };
  });
