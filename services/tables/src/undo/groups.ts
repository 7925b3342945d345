import type { CommitHeader } from '@tessera/event-store';
import { isEffect } from './decide.ts';

/** Commits that a person sees as one action: an operation, or a commit on its own. Newest first. */
export type ActionGroup = {
  /** The operation's id, or the commit's. */
  readonly id: string;
  readonly commitId: string;
  readonly operationId: string | undefined;
  readonly time: number;
  readonly position: number;
  readonly actor: { readonly kind: string; readonly id: string; readonly userId: string | undefined };
  readonly origin: string;
  readonly kind: string;
  readonly records: number;
  /** For an undo: what it took back. */
  readonly undoes: string | undefined;
};

const effects = (header: CommitHeader) => header.events.filter((event) => isEffect(event.type));

/** What an action is called: the event that says most about it. An undo of an operation is what its commits were. */
const kindOf = (headers: readonly CommitHeader[]): string => {
  const types = headers.flatMap((header) => effects(header).map((event) => event.type));
  return (
    types.find((type) => type === 'tableCreated') ??
    types.find((type) => type.startsWith('field') || type.startsWith('uniqueness')) ??
    types[0] ??
    'nothing'
  );
};

/** Groups headers, newest first, by operation. Commits that only keep an operation's books do not show. */
export const groupHeaders = (headers: readonly CommitHeader[]): readonly ActionGroup[] => {
  const byId = new Map<string, CommitHeader[]>();
  for (const header of headers) {
    const id = header.operationId ?? header.id;
    const list = byId.get(id);
    if (list === undefined) byId.set(id, [header]);
    else list.push(header);
  }
  return [...byId].flatMap(([id, list]) => {
    if (list.every((header) => effects(header).length === 0)) return [];
    const newest = list[0]!;
    const records = list.reduce(
      (sum, header) =>
        sum + effects(header).reduce((n, event) => n + (/^(records|cells)/.test(event.type) ? event.items : 0), 0),
      0,
    );
    return [
      {
        id,
        commitId: newest.id,
        operationId: newest.operationId,
        time: newest.time,
        position: newest.position,
        actor: { kind: newest.actorKind, id: newest.actorId, userId: newest.userId },
        origin: newest.origin,
        kind: kindOf(list),
        records,
        undoes: list.find((header) => header.origin === 'undo')?.causationId,
      },
    ];
  });
};

/**
 * Actions that were taken back and not brought back: an undo counts unless it was itself undone. Takes groups newest
 * first.
 */
export const undoneIds = (groups: readonly ActionGroup[]): ReadonlySet<string> => {
  const undone = new Set<string>();
  for (const group of groups) if (group.undoes !== undefined && !undone.has(group.id)) undone.add(group.undoes);
  return undone;
};

export type Stack = { readonly undo: readonly ActionGroup[]; readonly redo: readonly ActionGroup[] };

const depth = 20;

/**
 * What Ctrl+Z and its opposite do next, for one person's own actions on one table, newest first. Doing something new
 * empties the redo.
 */
export const stackOf = (groups: readonly ActionGroup[]): Stack => {
  const undone = undoneIds(groups);
  const undo = groups.filter((group) => group.undoes === undefined && !undone.has(group.id));
  const known = new Map(groups.map((group) => [group.id, group]));
  const redo: ActionGroup[] = [];
  for (const group of groups) {
    if (group.undoes === undefined) break;
    const target = known.get(group.undoes);
    // An undo of an action can be redone; an undo of an undo is that redo, and goes back onto the other stack.
    if (!undone.has(group.id) && target?.undoes === undefined) redo.push(group);
  }
  return { undo: undo.slice(0, depth), redo: redo.slice(0, depth) };
};
