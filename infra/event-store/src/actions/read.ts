import type { CommitHeader, ServiceStore } from '../port.ts';
import type { ActionGroup, Grouping } from './groups.ts';

const pageSize = 500;
const maxPages = 10;

type Headers = Pick<ServiceStore, 'headers'>;
/** Whose actions: of one root, by one person, both, or of the whole organization; `since` a moment on (ms). */
type By = {
  readonly root?: string | undefined;
  readonly actorId?: string | undefined;
  readonly since?: number | undefined;
};
/** Which actions a reader asks for; without it all of them. */
export type Keep = (group: ActionGroup) => boolean;
const everything: Keep = () => true;

/**
 * Headers before a position, newest first, until they make `wanted` actions: an import alone has a thousand commits.
 * `more` when the log goes on.
 */
export const readHeaders = async (
  store: Headers,
  groupHeaders: Grouping,
  organizationId: string,
  by: By,
  wanted: number,
  before?: number,
  keep: Keep = everything,
): Promise<{ headers: readonly CommitHeader[]; more: boolean }> => {
  const headers: CommitHeader[] = [];
  let from = before;
  for (let page = 0; page < maxPages; page++) {
    // Most readers have enough in the first headers, unless they look for few among many.
    const limit = page === 0 ? Math.min(pageSize, wanted + 20) : pageSize;
    const list = await store.headers(organizationId, {
      limit,
      ...(by.root !== undefined && { root: by.root }),
      ...(by.actorId !== undefined && { actorId: by.actorId }),
      ...(from !== undefined && { before: from }),
    });
    const young = list.filter(({ time }) => by.since === undefined || time >= by.since);
    headers.push(...young);
    if (list.length < limit || young.length < list.length) return { headers, more: false };
    if (groupHeaders(headers).filter(keep).length > wanted) break;
    from = list.at(-1)!.position;
  }
  return { headers, more: true };
};

/** Every commit of an operation, newest first. */
export const operationHeaders = async (
  store: Headers,
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
 * Actions of a page of a history. An operation stands where its newest commit is: on a later page it does not
 * show again, and where the page ends within it, it is read to its end, so that its count is right.
 */
export const readActions = async (
  store: Headers,
  groupHeaders: Grouping,
  organizationId: string,
  by: By,
  count: number,
  before?: number,
  keep: Keep = everything,
): Promise<{ groups: readonly ActionGroup[]; headers: readonly CommitHeader[]; next: number | undefined }> => {
  const { headers, more } = await readHeaders(store, groupHeaders, organizationId, by, count, before, keep);
  const found = groupHeaders(headers).filter(keep);
  const shown = found.slice(0, count);
  const groups = await Promise.all(
    shown.map(async (group): Promise<readonly ActionGroup[]> => {
      if (group.operationId === undefined || (!more && before === undefined && by.since === undefined)) return [group];
      const whole = groupHeaders(await operationHeaders(store, organizationId, group.operationId))[0];
      if (whole === undefined) return [group];
      return before !== undefined && whole.position >= before ? [] : [whole];
    }),
  );
  const next = found.length > count ? shown.at(-1)!.position : more ? headers.at(-1)!.position : undefined;
  return { groups: groups.flat(), headers, next };
};
