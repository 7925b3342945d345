import type { Actor } from '@tessera/kernel';
import { AppsServiceDefinition } from '@tessera/proto/apps/v1/service';
import type { ServicePorts } from '@tessera/runtime';

const deadlineMs = 5_000;

/** What apps knows of doc pages: who may read them, and what they are called. */
export const createPages = (rpc: ServicePorts['rpc']) => {
  const apps = rpc.client(AppsServiceDefinition);
  /** What each of these pages is called that the actor may read; the others are not there. */
  const named = async (actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (ids.length === 0) return new Map();
    const { pages } = await apps.namePages({ pageIds: [...ids] }, { actor, deadlineMs });
    return new Map(pages.map(({ id, title }) => [id, title]));
  };
  return {
    named,
    /** Undefined for a page that the actor may not read. */
    label: async (actor: Actor, pageId: string): Promise<string | undefined> =>
      (await named(actor, [pageId])).get(pageId),
  };
};
export type Pages = ReturnType<typeof createPages>;
