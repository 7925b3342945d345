import {
  type Id,
  live,
  type Person,
  type Table,
  toast,
  type User,
  useErrorText,
  useLive,
  useLiveEvent,
  usePresence,
  useSession,
  useTexts,
} from '@tessera/kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useHabits } from '../data/use-habits.ts';
import type { Habits } from '../data/values.ts';
import { useActionWords } from '../table/action-words.ts';
import { useTableUpdate } from '../table/queries.ts';
import { tableApi, type UndoConflict } from '../table/table.resource.ts';
import type { List, Query } from './list.ts';
import type { Notice } from './notice.ts';
import { recordsOf } from './records-api.ts';
import { takesTable } from './undoing.ts';
import { createWorkbench, type Place, type Workbench } from './workbench.ts';

export type Asking =
  | { readonly what: 'grow'; readonly rows: number; readonly answer: (yes: boolean) => void }
  | {
      readonly what: 'conflicts';
      readonly conflicts: readonly UndoConflict[];
      readonly rest: boolean;
      readonly answer: (chosen: readonly UndoConflict[] | null) => void;
    };

export type WorkbenchOptions = {
  readonly table: Table;
  readonly users: readonly User[];
  /** What the main list has at first; without it no records are asked for. */
  readonly first?: Query;
  readonly prefill: () => Readonly<Record<Id, unknown>>;
  readonly expand: (id: Id) => void;
  /** Opens the form for new records, where the table has one. */
  readonly askNew?: () => boolean;
  readonly onTotals: () => void;
};

/** A button, and of which record. */
type Pressed = { readonly recordId: Id; readonly fieldId: Id };

type Now = WorkbenchOptions & {
  readonly habits: Habits;
  readonly update: ReturnType<typeof useTableUpdate>;
  readonly reason: ReturnType<typeof useErrorText>;
  readonly t: ReturnType<typeof useTexts>;
  readonly navigate: ReturnType<typeof useNavigate>;
  readonly words: ReturnType<typeof useActionWords>;
  readonly setAsking: (asking: Asking | null) => void;
  readonly setUndoing: (which: Id | '' | null) => void;
  readonly setPressed: (pressed: Pressed | null) => void;
  readonly redraw: (next: (before: number) => number) => void;
  readonly announce: (place: Place) => void;
};
/** Places of records from one to another, both included. */
type Runs = readonly (readonly [number, number])[];
type Begun = {
  readonly bench: Workbench;
  readonly latest: { current: Now };
  readonly notify: (notice: Notice, undoId?: string) => void;
};

/**
 * Workbenches whose page is not there yet. A page is drawn in slices and may be drawn anew before it is: whoever draws
 * it takes the workbench that was begun, whose rows are on their way, and nobody asks twice or sends twice what waits.
 */
const drawing = new Map<string, Begun>();
/** In ms: a page that is not there by then was left while it was drawn. */
const forgotten = 60_000;

/** Makes the workbench of a table and keeps it in touch with the page, the live channel and the person. */
export const useWorkbench = (options: WorkbenchOptions) => {
  const { table, users } = options;
  const t = useTexts('building');
  const session = useSession();
  const navigate = useNavigate();
  const habits = useHabits(users);
  const update = useTableUpdate(table.id);
  const reason = useErrorText('building');
  const [asking, setAsking] = useState<Asking | null>(null);
  const [undoing, setUndoing] = useState<Id | '' | null>(null);
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const [, redraw] = useState(0);
  const words = useActionWords(table, habits);
  const announced = useRef<(place: Place) => void>(() => undefined);
  const now: Now = {
    ...options,
    habits,
    update,
    reason,
    t,
    navigate,
    words,
    setAsking,
    setUndoing,
    setPressed,
    redraw,
    announce: (place) => announced.current(place),
  };

  const drawn = `${table.id} ${JSON.stringify(options.first ?? null)}`;
  const [begun] = useState((): Begun => {
    const before = drawing.get(drawn);
    if (before !== undefined) return before;
    const latest = { current: now };
    const notify = (notice: Notice, undoId?: string): void => {
      const { t: text } = latest.current;
      toast({
        message: text(notice.key, { ...notice.values }),
        ...(notice.also?.length
          ? { detail: notice.also.map((one) => text(one.key, { ...one.values })).join('. '), duration: 5000 }
          : {}),
        ...(notice.error ? { kind: 'error' as const } : {}),
        ...(undoId !== undefined ? { undo: () => void bench.undoId(undoId) } : {}),
      });
    };
    const bench = createWorkbench({
      tableId: table.id,
      userId: session.user.id,
      api: recordsOf(table.id),
      storage: () => sessionStorage,
      owner: `${session.organization.id}.${session.user.id}`,
      table: () => latest.current.table,
      habits: () => latest.current.habits,
      prefill: () => latest.current.prefill(),
      expand: (id) => latest.current.expand(id),
      askNew: () => latest.current.askNew?.() === true,
      press: (recordId, fieldId) => latest.current.setPressed({ recordId, fieldId }),
      confirmGrow: (rows) =>
        new Promise((resolve) =>
          latest.current.setAsking({
            what: 'grow',
            rows,
            answer: (yes) => {
              latest.current.setAsking(null);
              resolve(yes);
            },
          }),
        ),
      askConflicts: (conflicts, rest) =>
        new Promise((resolve) =>
          latest.current.setAsking({
            what: 'conflicts',
            conflicts,
            rest,
            answer: (chosen) => {
              latest.current.setAsking(null);
              resolve(chosen);
            },
          }),
        ),
      notify,
      reason: (problem) => latest.current.reason(problem),
      say: (notice) => latest.current.t(notice.key, { ...notice.values }),
      onTable: (next) => latest.current.update(next),
      onTotals: () => latest.current.onTotals(),
      onPlace: (place) => latest.current.announce(place),
      onState: () => latest.current.redraw((n) => n + 1),
      onUndoing: (which) => latest.current.setUndoing(which),
      onUndone: async (answer, redo, undone) => {
        const {
          t: text,
          table: { id, label },
          navigate,
        } = latest.current;
        if (takesTable(answer)) {
          void navigate('/workspaces');
          const back = answer.commitId;
          toast({
            message: text('table.deleted', { table: label }),
            ...(back !== undefined && {
              undo: async () => {
                await tableApi.undo(back);
                void navigate(`/object/${id}`);
              },
            }),
          });
          return;
        }
        const own = answer.operationId ?? answer.commitId;
        // The words of the history; of a redo those of the undo that it took back.
        const told = await tableApi
          .toldEntry(table.id, undone)
          .then((entry) => (redo && entry.undoes !== undefined ? tableApi.toldEntry(table.id, entry.undoes) : entry))
          .catch(() => null);
        const message =
          told !== null
            ? text(redo ? 'redo.done' : 'undo.done', { what: latest.current.words(told) })
            : text(redo ? 'redo.doneMany' : 'undo.doneMany', { count: answer.records });
        toast({
          message,
          ...(own && !redo ? { action: { label: text('redo.action'), run: () => void bench.undo(true) } } : {}),
        });
      },
    });
    // Records travel while the page is drawn for the first time.
    if (options.first) bench.main.begin(options.first);
    const made = { bench, latest, notify };
    drawing.set(drawn, made);
    setTimeout(() => {
      if (drawing.get(drawn) !== made) return;
      drawing.delete(drawn);
      bench.dispose();
    }, forgotten);
    return made;
  });
  begun.latest.current = now;
  const { bench: made, notify } = begun;
  useEffect(() => {
    if (drawing.get(drawn) === begun) drawing.delete(drawn);
  }, [begun, drawn]);
  useEffect(() => () => made.dispose(), [made]);

  const { people, announce } = usePresence(table.id);
  announced.current = announce;
  const others = useMemo(
    () => people.named.filter((person) => person.userId !== session.user.id),
    [people, session.user.id],
  );
  // Oneself is one of them.
  const crowd = people.count - 1;
  const peopleNow = useRef(others);
  peopleNow.current = others;
  const colorOf = useCallback(
    (userId: Id | null): number =>
      peopleNow.current.find((person: Person) => person.userId === userId)?.color ??
      ([...(userId ?? 'x')].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 8) + 1,
    [],
  );
  useLive([`table:${table.id}`], (event) => {
    if (event.type === 'resync') made.resync();
    else made.heard(event, colorOf);
  });

  useLiveEvent('record_starred', (data) => {
    const { tableId, recordId } = data as { readonly tableId?: unknown; readonly recordId?: unknown };
    if (tableId === table.id && typeof recordId === 'string') void made.marked([recordId]);
  });

  // What was not sent yet would be lost with the page.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (made.edits.unsent() > 0) event.preventDefault();
    };
    const online = (): void => made.edits.retry();
    window.addEventListener('beforeunload', warn);
    window.addEventListener('online', online);
    return () => {
      // Another page of the product may be open while edits still wait for the network.
      void made.edits.idle().then(() => {
        window.removeEventListener('beforeunload', warn);
        window.removeEventListener('online', online);
      });
    };
  }, [made]);

  // Only changes of what is on screen come with their ids.
  const watching = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const passing = useRef(0);
  const inSight = useRef(new Map<List, Runs>());
  const onShown = useCallback(
    (list: List, first: number, last: number, leaping = false, runs?: Runs): void => {
      clearTimeout(watching.current);
      // Records that fly by are asked for now and then, so that a long drag shows where it is.
      if (leaping && Date.now() - passing.current < 150) return;
      passing.current = Date.now();
      list.rows.want(first, last, runs);
      inSight.current.set(list, runs ?? [[first, last]]);
      watching.current = setTimeout(() => {
        const ids = [...inSight.current].flatMap(([one, seen]) =>
          seen.flatMap(([from, to]) => one.rows.loadedIds(from, to)),
        );
        live.watch(table.id, [...new Set(ids)]);
      }, 300);
    },
    [table.id],
  );
  useEffect(
    () => () => {
      clearTimeout(watching.current);
      live.unwatch(table.id);
    },
    [table.id],
  );

  return useMemo(
    () => ({
      bench: made,
      list: made.main,
      habits,
      users,
      people: others,
      crowd,
      asking,
      undoing,
      pressed,
      setPressed,
      onShown,
      notify,
    }),
    [made, habits, users, others, crowd, asking, undoing, pressed, onShown, notify],
  );
};

export type Work = ReturnType<typeof useWorkbench>;
