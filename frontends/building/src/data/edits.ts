import type { Id } from '@tessera/kit';
import type { ShownRecord } from './cut-text.ts';

/** Why a cell was not saved. */
export type Refusal = {
  readonly code: string;
  readonly message: string;
  /** What somebody else wrote meanwhile; present for conflicts. */
  readonly theirs?: { readonly value: unknown };
  readonly params?: Readonly<Record<string, unknown>>;
};

/**
 * A cell that differs from what the server holds. `value` is JSON as the API takes it, or the typed text when it does
 * not fit the field.
 */
export type CellEdit = {
  readonly value: unknown;
  readonly state: 'pending' | 'refused';
  readonly since: number;
  /** The text is kept as typed: it could not be read as a value. */
  readonly text?: string;
  readonly refusal?: Refusal;
  readonly change: number;
};

export type RecordEdits = Readonly<Record<Id, CellEdit>>;

export type Write = {
  readonly id: Id;
  readonly fields: Readonly<Record<Id, unknown>>;
  readonly version?: number;
  /** What is sent in the place of values: changes of a part, beside which others keep what they wrote. */
  readonly instead?: Readonly<Record<Id, unknown>>;
};

/** One action of the person: saved together, undone together. */
export type Change = {
  readonly updates?: readonly Write[];
  readonly creates?: readonly Write[];
  /** What several changes of one action carry: the server keeps them as one, in the history and for undo. */
  readonly operation?: Id;
  /** The form view whose answers are made. */
  readonly form?: Id;
};

export type Saved = {
  readonly records: readonly ShownRecord[];
  /** The commit's, where the server said it. */
  readonly position?: number;
  readonly commit?: string;
};

/** What the store needs to know of a failure. */
export type Failure =
  | { readonly kind: 'later' }
  | {
      readonly kind: 'refused';
      readonly forbidden?: boolean;
      readonly refusal: Refusal;
      readonly cells: readonly { readonly recordId: Id; readonly fieldId: Id | null; readonly refusal: Refusal }[];
    };

export type EditsOptions = {
  readonly send: (change: Change) => Promise<Saved>;
  readonly failure: (error: unknown, change: Change) => Failure;
  readonly onChange: (recordIds: readonly Id[]) => void;
  readonly onSaved: (saved: Saved, change: Change) => void;
  readonly onRefused: (failure: Extract<Failure, { kind: 'refused' }>, change: Change) => void;
  readonly now?: () => number;
  /** Calls back after a while; answers how to stop. */
  readonly later?: (run: () => void, ms: number) => () => void;
};

/** A refused cell as it is kept for the next page of this tab. */
export type RefusedCell = {
  readonly recordId: Id;
  readonly fieldId: Id;
  readonly value: unknown;
  readonly text?: string;
  readonly refusal: Refusal;
};

type Queued = { readonly number: number; change: Change; readonly done: (saved: Saved | null) => void };

/**
 * Edits that the person sees at once and the server confirms later, in the order in which they were made. What fails
 * for the network stays and is tried again; what is refused stays in its cell with the reason until it is edited again
 * or discarded.
 */
/** Cells of which is kept who changed them last. */
const mostSpans = 1000;

export const createEdits = (options: EditsOptions) => {
  const now = options.now ?? Date.now;
  const later =
    options.later ??
    ((run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    });
  const cells = new Map<Id, RecordEdits>();
  let queue: Queued[] = [];
  let sending = false;
  let number = 0;
  let wait = 1000;
  let offline = false;
  let cancelRetry: (() => void) | null = null;
  let idle: (() => void)[] = [];

  /** Grows with every refused cell that comes, changes or goes. */
  let refusals = 0;

  const setCell = (recordId: Id, fieldId: Id, edit: CellEdit | null): void => {
    const { [fieldId]: gone, ...rest } = cells.get(recordId) ?? {};
    if (gone?.state === 'refused' || edit?.state === 'refused') refusals += 1;
    const next = edit === null ? rest : { ...rest, [fieldId]: edit };
    if (Object.keys(next).length === 0) cells.delete(recordId);
    else cells.set(recordId, next);
  };

  const touched = (change: Change): readonly Id[] =>
    [...(change.updates ?? []), ...(change.creates ?? [])].map((write) => write.id);

  const show = (change: Change, change_: number): void => {
    const since = now();
    for (const write of [...(change.updates ?? []), ...(change.creates ?? [])]) {
      const before = cells.get(write.id);
      const added: Record<Id, CellEdit> = {};
      for (const [fieldId, value] of Object.entries(write.fields)) {
        added[fieldId] = { value, state: 'pending', since, change: change_ };
        if (before?.[fieldId]?.state === 'refused') refusals += 1;
      }
      if (Object.keys(added).length > 0) cells.set(write.id, { ...before, ...added });
    }
  };

  const settleCells = (entry: Queued): void => {
    for (const write of [...(entry.change.updates ?? []), ...(entry.change.creates ?? [])]) {
      for (const fieldId of Object.keys(write.fields))
        if (cells.get(write.id)?.[fieldId]?.change === entry.number) setCell(write.id, fieldId, null);
    }
  };

  const refuse = (entry: Queued, failure: Extract<Failure, { kind: 'refused' }>): void => {
    const own = new Map(failure.cells.map((cell) => [`${cell.recordId}:${cell.fieldId ?? ''}`, cell.refusal]));
    const spread = failure.cells.length === 0;
    for (const write of entry.change.updates ?? []) {
      for (const [fieldId, value] of Object.entries(write.fields)) {
        if (cells.get(write.id)?.[fieldId]?.change !== entry.number) continue;
        const reason =
          own.get(`${write.id}:${fieldId}`) ?? own.get(`${write.id}:`) ?? (spread ? failure.refusal : null);
        setCell(
          write.id,
          fieldId,
          reason ? { value, state: 'refused', since: now(), refusal: reason, change: entry.number } : null,
        );
      }
    }
    for (const write of entry.change.creates ?? []) cells.delete(write.id);
  };

  /** What of a refused change was not at fault: it goes on without the cells that were. */
  const rest = (change: Change, failure: Extract<Failure, { kind: 'refused' }>): Change | null => {
    if (failure.cells.length === 0) return null;
    const whole = new Set(failure.cells.filter((cell) => cell.fieldId === null).map((cell) => cell.recordId));
    const fields = new Set(failure.cells.map((cell) => `${cell.recordId}:${cell.fieldId ?? ''}`));
    const keep = (writes: readonly Write[] | undefined): Write[] =>
      (writes ?? []).flatMap((write) => {
        if (whole.has(write.id)) return [];
        const left = Object.fromEntries(
          Object.entries(write.fields).filter(([fieldId]) => !fields.has(`${write.id}:${fieldId}`)),
        );
        return Object.keys(left).length === 0 ? [] : [{ ...write, fields: left }];
      });
    const updates = keep(change.updates);
    const creates = keep(change.creates);
    return updates.length + creates.length === 0 ? null : { ...change, updates, creates };
  };

  /** By cell, the versions between which it was changed here alone: from the one that was built on to the one made. */
  const ownSpans = new Map<string, { readonly from: number; readonly to: number }>();
  const noteOwn = (saved: Saved, change: Change): void => {
    const versions = new Map(saved.records.map((record) => [record.id, record.version]));
    for (const { id, fields, version: from } of change.updates ?? []) {
      const to = versions.get(id);
      if (from === undefined || to === undefined) continue;
      for (const fieldId of Object.keys(fields)) {
        const key = `${id}:${fieldId}`;
        const before = ownSpans.get(key);
        ownSpans.delete(key);
        ownSpans.set(key, { from: before !== undefined && before.to >= from ? before.from : from, to });
        if (ownSpans.size > mostSpans) ownSpans.delete(ownSpans.keys().next().value!);
      }
    }
  };
  /**
   * A cell that was opened over one's own change on the way builds on that change, also when its answer came before the
   * cell was left: nobody is in conflict with themselves.
   */
  const onOwn = (change: Change): Change => {
    const updates = change.updates?.map((write) => {
      const { version } = write;
      if (version === undefined) return write;
      const raised = Object.keys(write.fields).map((fieldId) => {
        const own = ownSpans.get(`${write.id}:${fieldId}`);
        return own !== undefined && version >= own.from && version < own.to ? own.to : version;
      });
      return { ...write, version: Math.min(...raised) };
    });
    return updates === undefined ? change : { ...change, updates };
  };

  const rebase = (saved: Saved): void => {
    const versions = new Map(saved.records.map((record) => [record.id, record.version]));
    for (const entry of queue) {
      const updates = entry.change.updates?.map((write) => {
        const version = versions.get(write.id);
        return version === undefined || write.version === undefined
          ? write
          : { ...write, version: Math.max(version, write.version) };
      });
      if (updates) entry.change = { ...entry.change, updates };
    }
  };

  const pump = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    cancelRetry?.();
    cancelRetry = null;
    while (queue.length > 0) {
      const entry = queue[0];
      if (!entry) break;
      const change = entry.change;
      try {
        const saved = await options.send(change);
        queue = queue.slice(1);
        wait = 1000;
        offline = false;
        rebase(saved);
        noteOwn(saved, change);
        settleCells(entry);
        options.onSaved(saved, change);
        options.onChange(touched(change));
        entry.done(saved);
      } catch (error) {
        const failure = options.failure(error, change);
        if (failure.kind === 'later') {
          offline = true;
          options.onChange(touched(change));
          cancelRetry = later(() => void pump(), wait);
          wait = Math.min(30_000, wait * 2);
          break;
        }
        const left = rest(change, failure);
        refuse(left ? { ...entry, change } : entry, failure);
        if (left) {
          for (const write of left.updates ?? []) {
            for (const [fieldId, value] of Object.entries(write.fields)) {
              if (cells.get(write.id)?.[fieldId] === undefined)
                setCell(write.id, fieldId, { value, state: 'pending', since: now(), change: entry.number });
            }
          }
          entry.change = left;
        } else {
          queue = queue.slice(1);
          entry.done(null);
        }
        options.onRefused(failure, change);
        options.onChange(touched(change));
      }
    }
    sending = false;
    if (queue.length === 0) {
      const waiting = idle;
      idle = [];
      for (const tell of waiting) tell();
    }
  };

  return {
    of: (recordId: Id): RecordEdits | undefined => cells.get(recordId),
    /** Cells and new records not yet saved, refused ones left out. */
    unsent: (): number =>
      queue.reduce(
        (sum, { change }) =>
          sum +
          (change.updates ?? []).reduce((n, write) => n + Object.keys(write.fields).length, 0) +
          (change.creates ?? []).length,
        0,
      ),
    /** Records that the server does not know yet. */
    creating: (): number => queue.reduce((sum, { change }) => sum + (change.creates ?? []).length, 0),
    refused: (): number =>
      [...cells.values()].reduce(
        (sum, edits) => sum + Object.values(edits).filter((edit) => edit.state === 'refused').length,
        0,
      ),
    offline: (): boolean => offline,
    /** Shows and queues a change; the promise answers what was saved, or null when it was refused. */
    push: (change: Change): Promise<Saved | null> =>
      new Promise((resolve) => {
        number += 1;
        show(change, number);
        queue.push({ number, change: onOwn(change), done: resolve });
        options.onChange(touched(change));
        void pump();
      }),
    /** Keeps a text in its cell that is no value of the field, with the reason. */
    mark: (
      marks: readonly {
        readonly recordId: Id;
        readonly fieldId: Id;
        readonly text: string;
        readonly refusal: Refusal;
      }[],
    ): void => {
      for (const { recordId, fieldId, text, refusal } of marks)
        setCell(recordId, fieldId, { value: text, text, state: 'refused', since: now(), refusal, change: 0 });
      options.onChange(marks.map((mark) => mark.recordId));
    },
    discard: (recordId: Id, fieldId: Id): void => {
      if (cells.get(recordId)?.[fieldId]?.state !== 'refused') return;
      setCell(recordId, fieldId, null);
      options.onChange([recordId]);
    },
    forget: (recordIds: readonly Id[]): void => {
      for (const id of recordIds) if (cells.delete(id)) refusals += 1;
    },
    /** Another number than before: refused cells came, changed or went. */
    refusals: (): number => refusals,
    refusedCells: (): readonly RefusedCell[] =>
      [...cells].flatMap(([recordId, edits]) =>
        Object.entries(edits).flatMap(([fieldId, { state, value, text, refusal }]) =>
          state === 'refused' && refusal
            ? [{ recordId, fieldId, value, refusal, ...(text === undefined ? {} : { text }) }]
            : [],
        ),
      ),
    /** Refused cells of an earlier page; a cell that was edited since keeps what it has. */
    restore: (kept: readonly RefusedCell[]): void => {
      const open = kept.filter(({ recordId, fieldId }) => cells.get(recordId)?.[fieldId] === undefined);
      for (const { recordId, fieldId, ...edit } of open)
        setCell(recordId, fieldId, { ...edit, state: 'refused', since: now(), change: 0 });
      if (open.length > 0) options.onChange(open.map((one) => one.recordId));
    },
    /** Tries now what waits for the network. */
    retry: (): void => {
      wait = 1000;
      void pump();
    },
    /** Resolves when nothing waits to be sent. */
    idle: (): Promise<void> => (queue.length === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
    dispose: (): void => cancelRetry?.(),
  };
};

export type Edits = ReturnType<typeof createEdits>;
