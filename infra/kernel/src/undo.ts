import type { Actor, CommandMeta } from './actor.ts';
import type { Claim, CommandHandler, DecidedEvent, DecideEnv, Loading, StoredCommit } from './decide.ts';
import { declareRefusals, undoRefusals } from './refusals.ts';

const { conflict, invalid, notFound } = declareRefusals(undoRefusals);

/**
 * How a service takes commits back (docs/events.md 13). It declares for each of its events an inverse: a function of the
 * event and of what stands today. `undoHandlers` makes the two commands of them that every service has alike.
 */

/**
 * Something changed since: taking the commit back would overwrite it. `fieldId` is '' where a whole record or a setting
 * is meant, which `fieldName` then names.
 */
export type UndoConflict = {
  readonly recordId?: string;
  readonly recordLabel?: string;
  readonly fieldId: string;
  readonly fieldName: string;
  readonly current: unknown;
  readonly undoTo: unknown;
  /** Overwriting is no choice, and why, as a code: another holds the value, or what it needs is gone. */
  readonly blocked?: string;
};

/** What taking one event back comes to. */
export type Undone<E, K extends UndoConflict = UndoConflict> = {
  readonly events: readonly DecidedEvent<E>[];
  readonly claims: readonly Claim[];
  readonly releases: readonly Claim[];
  readonly conflicts: readonly K[];
  /** Records (or members, or settings) and cells that it would change, those in conflict included. */
  readonly records: number;
  readonly fields: number;
  readonly skipped: number;
};

/** Why an event cannot be taken back, as a sentence for a person. */
export type NotUndoable = { readonly notUndoable: string };

type Tagged = { readonly $case: string; readonly value: unknown };

/**
 * The inverse of every event of a closed union, complete by its type. `C` is what the inverses know of today. They throw
 * a Rejection where the actor may not do what taking back needs.
 */
export type Inverses<E extends Tagged, C, K extends UndoConflict = UndoConflict> = {
  readonly [T in E['$case']]: (
    event: Extract<E, { readonly $case: T }>['value'],
    context: C,
  ) => Undone<E, K> | NotUndoable;
};

/** An event that has nothing to be taken back. */
export const undoneNothing = { events: [], claims: [], releases: [], conflicts: [], records: 0, fields: 0, skipped: 0 };

/** What both commands take; a service may ask for more. */
export type UndoCommand = {
  readonly commitId: string;
  /** Absent: conflicts refuse the undo and are listed. */
  readonly conflicts?: 'skip' | 'overwrite' | undefined;
};

export type UndoAnswer<K extends UndoConflict = UndoConflict> = {
  readonly records: number;
  readonly fields: number;
  readonly conflicts: readonly K[];
  readonly skipped: number;
  /** What the commit did, by its first event with an effect. */
  readonly kind: string;
  readonly notUndoable?: string;
  /** The first records that were written, for who wants to show them. */ readonly recordIds: readonly string[];
};

type Loaded<E> = { readonly commit: StoredCommit<E> | undefined };
type Plan<E, K extends UndoConflict> = Undone<E, K> & Partial<NotUndoable>;

export type UndoSpec<E extends Tagged, Q extends UndoCommand, S extends Loaded<E>, C, K extends UndoConflict> = {
  readonly inverses: Inverses<E, C, K>;
  /** Reads the commit and all that the inverses of its events look at. */
  load(command: Q, meta: CommandMeta): Loading<S>;
  /** What the inverses know. They run last event first, and fold what they give into it for the next. */
  context(
    state: S,
    facts: { readonly actor: Actor; readonly overwrite: boolean; readonly now: number; readonly command: Q },
  ): C;
  /** Whether events of a type stand for an effect; without it all do. */
  isEffect?(type: string): boolean;
  /** Ids of what an event changes: the first of them are told. */
  items?(event: E): readonly string[];
  /** Conflicts as they are told. */
  told?(conflicts: readonly K[], command: Q): readonly K[];
  /**
   * Set where a command is a part of something larger that keeps its own books: then conflicts and nothing to do refuse
   * nothing, and these events are added.
   */
  books?(
    command: Q,
    state: S,
  ): ((plan: Pick<Undone<E, K>, 'records' | 'skipped'>) => readonly DecidedEvent<E>[]) | undefined;
};

const shownIds = 200;

/** Takes back every event of a commit, last first, against what stands today. Pure. */
const takeBack = <E extends Tagged, C, K extends UndoConflict>(
  events: readonly E[],
  inverses: Inverses<E, C, K>,
  context: C,
): Plan<E, K> => {
  let total: Undone<E, K> = undoneNothing;
  let reason: string | undefined;
  for (const event of events.toReversed()) {
    const inverse = inverses[event.$case as E['$case']](event.value as never, context);
    if ('notUndoable' in inverse) {
      reason ??= inverse.notUndoable;
      continue;
    }
    total = {
      events: [...total.events, ...inverse.events],
      claims: [...total.claims, ...inverse.claims],
      releases: [...total.releases, ...inverse.releases],
      conflicts: [...total.conflicts, ...inverse.conflicts],
      records: total.records + inverse.records,
      fields: total.fields + inverse.fields,
      skipped: total.skipped + inverse.skipped,
    };
  }
  return reason === undefined ? total : { ...total, notUndoable: reason };
};

/**
 * The commands `undo.commit`, which takes a commit back, and `undo.preview`, which says what that would do and writes
 * nothing. They reject with `undo.not_found`, `undo.not_undoable`, `undo.conflicts` (details: `UndoAnswer`) and
 * `undo.nothing`.
 */
export const undoHandlers = <
  E extends Tagged,
  Q extends UndoCommand,
  S extends Loaded<E>,
  C,
  K extends UndoConflict = UndoConflict,
>(
  spec: UndoSpec<E, Q, S, C, K>,
): {
  readonly undoCommit: CommandHandler<Q, S, E, UndoAnswer<K>>;
  readonly undoPreview: CommandHandler<Q, S, E, UndoAnswer<K>>;
} => {
  const { isEffect = () => true, items = () => [], told = (conflicts) => conflicts } = spec;
  const planned = new WeakMap<Q, UndoAnswer<K>>();

  const plan = (command: Q, state: S, { meta, now }: DecideEnv): Plan<E, K> => {
    if (state.commit === undefined) throw notFound('undo.not_found');
    const facts = { actor: meta.actor, overwrite: command.conflicts === 'overwrite', now, command };
    return takeBack(state.commit.events, spec.inverses, spec.context(state, facts));
  };
  const kindOf = (events: readonly E[]): string => events.find((one) => isEffect(one.$case))?.$case ?? 'nothing';
  const idsOf = (events: readonly E[]): readonly string[] => events.flatMap((one) => items(one)).slice(0, shownIds);
  const answerOf = (made: Plan<E, K>, state: S, command: Q): UndoAnswer<K> => ({
    recordIds: idsOf(made.events.map(({ event }) => event)),
    records: made.records,
    fields: made.fields,
    conflicts: told(made.conflicts, command),
    skipped: made.skipped,
    kind: kindOf(state.commit?.events ?? []),
    ...(made.notUndoable !== undefined && { notUndoable: made.notUndoable }),
  });

  return {
    undoCommit: {
      load: (command, meta) => spec.load(command, meta),
      decide: (command, state, env) => {
        const made = plan(command, state, env);
        const answer = answerOf(made, state, command);
        planned.set(command, answer);
        const books = spec.books?.(command, state);
        if (made.notUndoable !== undefined && books === undefined) throw invalid('undo.not_undoable', made.notUndoable);
        if (made.conflicts.length > 0 && command.conflicts === undefined) throw conflict('undo.conflicts', answer);
        if (books === undefined && made.events.length === 0) throw conflict('undo.nothing', answer);
        return {
          events: [...made.events, ...(books?.(made) ?? [])],
          claims: made.claims,
          releases: made.releases,
        };
      },
      // A repeated request is told what was written then; what stood in its way is no longer known.
      *answer(command, events) {
        return (
          planned.get(command) ?? {
            records: events.reduce((sum, one) => sum + items(one).length, 0),
            fields: 0,
            conflicts: [],
            skipped: 0,
            kind: kindOf(events),
            recordIds: idsOf(events),
          }
        );
      },
    },
    undoPreview: {
      load: (command, meta) => spec.load(command, meta),
      decide: (command, state, env) => {
        planned.set(command, answerOf(plan(command, state, env), state, command));
        return { events: [] };
      },
      *answer(command) {
        return planned.get(command)!;
      },
    },
  };
};
