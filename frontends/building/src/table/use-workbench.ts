import { readContextFor } from '@tessera/fields';
import {
  type Id,
  live,
  type Person,
  type Table,
  toast,
  type User,
  useErrorText,
  useFormats,
  useLive,
  usePresence,
  useSession,
  useTexts,
} from '@tessera/kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Habits } from '../data/values.ts';
import type { Notice } from '../grid/actions.ts';
import { useTableUpdate } from './queries.ts';
import { tableApi, type UndoConflict } from './table.resource.ts';
import { takesTable } from './undoing.ts';
import { createWorkbench, type Query, type Workbench } from './workbench.ts';

/** How this person reads and writes values. */
export const useHabits = (users: readonly User[]): Habits => {
  const formats = useFormats();
  const { organization } = useSession();
  const currency = organization.locale_settings.currency_symbol;
  return useMemo(() => {
    const byId = new Map(users.map((user) => [user.id, user]));
    const byText = new Map(
      users.flatMap((user) => [
        [user.id, user.id],
        [user.name.toLocaleLowerCase(), user.id],
        [user.email.toLocaleLowerCase(), user.id],
      ]),
    );
    return {
      show: {
        locale: formats.locale,
        timezone: formats.timezone,
        ...(currency ? { currency } : {}),
        userName: (id) => byId.get(id)?.name ?? '',
      },
      read: {
        ...readContextFor(formats.locale, formats.timezone),
        findUser: (text) => byText.get(text.trim().toLocaleLowerCase()),
      },
    };
  }, [formats, currency, users]);
};

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
  /** What the grid shows at first; without it no rows are asked for. */
  readonly first?: Query;
  readonly prefill: () => Readonly<Record<Id, unknown>>;
  readonly expand: (id: Id) => void;
  readonly onTotals: () => void;
};

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
  const [, redraw] = useState(0);
  const latest = useRef({ ...options, habits, update, reason, t, navigate });
  latest.current = { ...options, habits, update, reason, t, navigate };
  const bench = useRef<Workbench | null>(null);

  const notify = useCallback((notice: Notice, undoId?: string): void => {
    const { t: text } = latest.current;
    toast({
      message: text(notice.key, { ...notice.values }),
      ...(notice.error ? { kind: 'error' as const } : {}),
      ...(undoId !== undefined ? { undo: () => void bench.current?.undoId(undoId) } : {}),
    });
  }, []);

  const [made] = useState(() => {
    const begun = createWorkbench({
      tableId: table.id,
      userId: session.user.id,
      table: () => latest.current.table,
      habits: () => latest.current.habits,
      prefill: () => latest.current.prefill(),
      expand: (id) => latest.current.expand(id),
      confirmGrow: (rows) =>
        new Promise((resolve) =>
          setAsking({
            what: 'grow',
            rows,
            answer: (yes) => {
              setAsking(null);
              resolve(yes);
            },
          }),
        ),
      askConflicts: (conflicts, rest) =>
        new Promise((resolve) =>
          setAsking({
            what: 'conflicts',
            conflicts,
            rest,
            answer: (chosen) => {
              setAsking(null);
              resolve(chosen);
            },
          }),
        ),
      notify,
      reason: (problem) => latest.current.reason(problem),
      say: (notice) => latest.current.t(notice.key, { ...notice.values }),
      onTable: (next) => latest.current.update(next),
      onTotals: () => latest.current.onTotals(),
      onState: () => redraw((n) => n + 1),
      onUndoing: setUndoing,
      onUndone: (answer, redo) => {
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
        const what = text(`kinds.${answer.kind.replaceAll('.', '_')}`, {
          count: answer.records,
          defaultValue: text('kinds.other', { count: answer.records }),
        });
        const own = answer.operationId ?? answer.commitId;
        // An operation is many commits of several kinds: how many records it came to says most.
        const message =
          answer.kind === 'operation'
            ? text(redo ? 'redo.doneMany' : 'undo.doneMany', { count: answer.records })
            : text(redo ? 'redo.done' : 'undo.done', { what });
        toast({
          message,
          ...(own && !redo
            ? { action: { label: text('redo.action'), run: () => void bench.current?.undo(true) } }
            : {}),
        });
      },
    });
    // Rows travel while the page is drawn for the first time.
    if (options.first) begun.begin(options.first);
    return begun;
  });
  bench.current = made;
  useEffect(() => () => made.dispose(), [made]);

  const { people, announce } = usePresence(table.id);
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

  // Others see the cell that is selected here.
  const place = useRef('');
  useEffect(() => {
    const tell = (): void => {
      const { selection, editing, columns } = made.grid.state();
      const recordId = selection ? (made.rows.idAt(selection.anchor.row) ?? null) : null;
      const fieldId = selection ? (columns[selection.anchor.col]?.field.id ?? null) : null;
      const key = `${recordId}:${fieldId}:${editing !== null}`;
      if (key === place.current) return;
      place.current = key;
      announce({ recordId, fieldId, editing: editing !== null });
    };
    return made.grid.subscribe(tell);
  }, [made, announce]);

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
  const onShown = useCallback(
    (first: number, last: number, leaping = false): void => {
      clearTimeout(watching.current);
      // Rows that fly by are asked for now and then, so that a long drag shows where it is.
      if (leaping && Date.now() - passing.current < 150) return;
      passing.current = Date.now();
      made.rows.want(first, last);
      watching.current = setTimeout(() => live.watch(table.id, made.rows.loadedIds(first, last)), 300);
    },
    [made, table.id],
  );
  useEffect(
    () => () => {
      clearTimeout(watching.current);
      live.unwatch(table.id);
    },
    [table.id],
  );

  return useMemo(
    () => ({ bench: made, habits, users, people: others, crowd, asking, undoing, onShown, notify }),
    [made, habits, users, others, crowd, asking, undoing, onShown, notify],
  );
};
