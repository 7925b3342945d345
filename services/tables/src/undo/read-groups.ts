import type { CommitHeader, ServiceStore } from '@tessera/event-store';
import { groupHeaders, type ActionGroup } from './groups.ts';

const pageSize = 500;
const maxPages = 10;

type By = { readonly root: string; readonly actorId?: string | undefined };

/**
 * Headers before a position, newest first, until they make `wanted` actions: an import alone has a thousand commits.
 * `more` when the log goes on.
 */
export const readHeaders = async (
  store: ServiceStore,
  organizationId: string,
  by: By,
  wanted: number,
  before?: number,
): Promise<{ headers: readonly CommitHeader[]; more: boolean }> => {
  const headers: CommitHeader[] = [];
  let from = before;
  for (let page = 0; page < maxPages; page++) {
    const list = await store.headers(organizationId, {
      root: by.root,
      limit: pageSize,
      ...(by.actorId !== undefined && { actorId: by.actorId }),
      ...(from !== undefined && { before: from }),
    });
    headers.push(...list);
    if (list.length < pageSize) return { headers, more: false };
    if (groupHeaders(headers).length > wanted) break;
    from = list.at(-1)!.position;
  }
  return { headers, more: true };
};

/** Every commit of an operation, newest first. */
export const operationHeaders = async (
  store: ServiceStore,
  organizationId: string,
  operationId: string,
): Promise<readonly CommitHeader[]> => {
  const headers: CommitHeader[] = [];
  let before: number | undefined;
  for (;;) {
    const page = await store.headers(organizationId, {
      operationId,
      limit: pageSize,
      ...(before !== undefined && { before }),
    });
    headers.push(...page);
    if (page.length < pageSize) return headers;
    before = page.at(-1)!.position;
  }
};

/**
 * Actions of a page of a table's history. An operation stands where its newest commit is: on a later page it does not
 * show again, and where the page ends within it, it is read to its end, so that its count is right.
 */
export const readActions = async (
  store: ServiceStore,
  organizationId: string,
  root: string,
  count: number,
  before?: number,
): Promise<{ groups: readonly ActionGroup[]; headers: readonly CommitHeader[]; next: number | undefined }> => {
  const { headers, more } = await readHeaders(store, organizationId, { root }, count, before);
  const found = groupHeaders(headers);
  const shown = found.slice(0, count);
  const groups = await Promise.all(
    shown.map(async (group): Promise<readonly ActionGroup[]> => {
      if (group.operationId === undefined || (!more && before === undefined)) return [group];
      const whole = groupHeaders(await operationHeaders(store, organizationId, group.operationId))[0];
      if (whole === undefined) return [group];
      return before !== undefined && whole.position >= before ? [] : [whole];
    }),
  );
  const next = found.length > count ? shown.at(-1)!.position : more ? headers.at(-1)!.position : undefined;
  return { groups: groups.flat(), headers, next };
};
