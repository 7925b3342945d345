import type { CommitHeader } from '../port.ts';

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
  /** The address that the newest request of it came from, where it is known. */
  readonly ip?: string | undefined;
};

/** What a service says of its events, so that its commits can be told as actions. */
export type ActionKinds = {
  /** Whether a type stands for an effect; the others only keep books, of an operation for one. Without it all do. */
  isEffect?(type: string): boolean;
  /** Whether the items that events of a type advanced are what an action is counted by. Without it all are. */
  isCounted?(type: string): boolean;
  /** The type that says most about an action, of those of its effects, newest first. Without it the first. */
  mainOf?(types: readonly string[]): string | undefined;
};

export type Grouping = (headers: readonly CommitHeader[]) => readonly ActionGroup[];

/** Makes the function that groups headers, newest first, by operation. Commits without an effect do not show. */
export const groupingBy = ({
  isEffect = () => true,
  isCounted = () => true,
  mainOf = ([first]) => first,
}: ActionKinds): Grouping => {
  const effects = (header: CommitHeader) => header.events.filter((event) => isEffect(event.type));
  return (headers) => {
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
      // What the product itself does to end an operation is of the person who began it.
      const whose = list.find((header) => header.origin !== 'system') ?? newest;
      const records = list.reduce(
        (sum, header) => sum + effects(header).reduce((n, event) => n + (isCounted(event.type) ? event.items : 0), 0),
        0,
      );
      return [
        {
          id,
          // The books of an operation may go on after its last effect.
          commitId: list.find((header) => effects(header).length > 0)?.id ?? newest.id,
          operationId: newest.operationId,
          time: newest.time,
          position: newest.position,
          actor: { kind: whose.actorKind, id: whose.actorId, userId: whose.userId },
          origin: whose.origin,
          kind: mainOf(list.flatMap((header) => effects(header).map((event) => event.type))) ?? 'nothing',
          records,
          undoes: list.find((header) => header.origin === 'undo')?.causationId,
          ip: list.find((header) => header.ip !== undefined)?.ip,
        },
      ];
    });
  };
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
 * What Ctrl+Z and its opposite do next, for one person's own actions on one stream, newest first. Doing something new
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
