import type { DocumentReader } from '@tessera/document-store';
import { isRejection, type Actor } from '@tessera/kernel';
import type { Field } from '@tessera/proto/tables/v1/events';
import type { Block } from '../apps/evolve.ts';
import type { AppDocument } from '../apps/projection.ts';
import { conflict, notFound } from '../refusals.ts';
import { requireShare } from './rights.ts';
import { configOf, shareOf, tableOf, type Share } from './shares.ts';
import type { createSharedTables } from './tables.ts';

/** A block of a published app, with what strangers would see of it; undefined where that is nothing. */
export type OfferedBlock = { readonly block: Block; readonly share: Share | undefined };

/** What an app has that could be shown to strangers, for who shares it. */
export const createAppBlocks = (documents: DocumentReader, tables: ReturnType<typeof createSharedTables>) => {
  const find = async ({ organizationId }: Actor, appId: string): Promise<AppDocument | undefined> => {
    const app = await documents.get<AppDocument>(organizationId, 'apps', appId);
    return app === undefined || app.archived !== undefined ? undefined : app;
  };
  /** The fields of a table, for who may look at it. */
  const fieldsOf = async (actor: Actor, tableId: string): Promise<readonly Field[] | undefined> => {
    try {
      return (await tables.table(actor, tableId)).fields;
    } catch (error) {
      if (!isRejection(error) || error.kind === 'unavailable') throw error;
      return undefined;
    }
  };
  return {
    find,
    /** Throws where somebody may not share the app, or nobody published it. */
    offered: async (actor: Actor, appId: string): Promise<readonly OfferedBlock[]> => {
      const app = await find(actor, appId);
      if (app === undefined) throw notFound('app_not_found');
      requireShare(actor, { type: 'dashboard', tableId: appId }, () => notFound('app_not_found'));
      if (app.published === undefined) throw conflict('links.not_published');
      const { blocks } = app.published.draft;
      const named = [...new Set(blocks.map((block) => tableOf(configOf(block))))].filter((id) => id !== '');
      const known = new Map(await Promise.all(named.map(async (id) => [id, await fieldsOf(actor, id)] as const)));
      return blocks.map((block) => ({ block, share: shareOf(actor, block, known.get(tableOf(configOf(block)))) }));
    },
  };
};
