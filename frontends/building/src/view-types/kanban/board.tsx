import {
  asksForMenu,
  Button,
  ContextMenu,
  EmptyState,
  hueStyle,
  type Id,
  Menu,
  type MenuEntry,
  type MenuPlace,
  placeOf,
  useFormats,
  usePrimaryAction,
  useTexts,
} from '@tessera/kit';
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsDiagonal,
  IconChevronLeft,
  IconEyeOff,
  IconPlus,
  IconSettings,
} from '@tessera/kit/icons';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { usePhone } from '../../phone/use-phone.ts';
import { useRecordEntries } from '../../record/use-record-entries.ts';
import { undrawn } from '../../workbench/drawer.ts';
import { useCard } from '../parts/use-card.ts';
import type { DrawnProps } from '../view.ts';
import { Card, heightOf } from './card.tsx';
import { Column, type ColumnHandle } from './column.tsx';
import { type BoardColumn, fieldById, laneId, takesSeveral, withLaneAt } from './config.ts';
import classes from './kanban.module.css';
import { placeByMaking } from './geometry.ts';
import { LaneDialog } from './lane-dialog.tsx';
import { useBoard } from './use-board.ts';
import { type Drag, holeOf, liftedIn, useDrag } from './use-drag.ts';

/** In px: a column with the gap to the next, on a desk and on a phone. */
const step = { desk: 256 + 12, touch: 326 + 8 } as const;
const none: readonly MenuEntry[] = [];

/** The records of a view as cards in columns. */
export const Kanban = (props: DrawnProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const touch = usePhone();
  const { table, state, work, users, totals, steps, current, empty, onAddField } = props;
  const { bench, list: main } = work;
  const { config, change } = state;
  const element = useRef<HTMLDivElement>(null);
  const wide = step[touch ? 'touch' : 'desk'];
  const [near, setNear] = useState<readonly [number, number]>([0, 6]);
  const board = useBoard(props, near, touch);
  const { field, columns, shown, lists, counted, total, query, canMove, canAdd, nameOf, move, setLane } = board;
  const card = useCard(table, config, work, users, field === undefined ? [] : [field.id]);
  const entriesOf = useRecordEntries(table);
  const handles = useRef(new Map<string, ColumnHandle>());
  const [here, setHere] = useState<{
    readonly key: string | null;
    readonly place: number;
    readonly id: Id | undefined;
  } | null>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly at: MenuPlace; readonly id: Id; readonly key: string | null } | null>(
    null,
  );
  const [editing, setEditing] = useState<string | null>(null);

  const drawn = field !== undefined;
  const bringColumn = useCallback((index: number, inline: 'nearest' | 'start'): void => {
    const found = element.current?.querySelectorAll('[data-column]')[index];
    found?.scrollIntoView({ inline, block: 'nearest' });
  }, []);
  const measure = useCallback((): void => {
    const target = element.current;
    if (!target) return;
    const first = Math.floor(target.scrollLeft / wide);
    const last = Math.ceil((target.scrollLeft + target.clientWidth) / wide);
    setNear((before) => (before[0] === first && before[1] === last ? before : [first, last]));
  }, [wide]);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, [measure, drawn]);

  const nameOfRecord = useCallback(
    (id: Id): string => {
      const record = bench.record(id);
      return (record === undefined ? '' : card.text(record, card.parts.label)) || t('unnamed');
    },
    [bench, card, t],
  );
  const standsIn = useRef<string | null | undefined>(undefined);
  const listOf = useCallback((key: string | null) => lists.get(laneId(key)), [lists]);
  const stand = useCallback(
    (key: string | null, place: number): void => {
      const rows = lists.get(laneId(key))?.rows;
      const size = rows?.size() ?? 0;
      const to = Math.max(0, Math.min(size - 1, place));
      standsIn.current = key;
      setHere({ key, place: to, id: rows?.idAt(to) });
      lists.get(laneId(key))?.drawer().reveal(to);
    },
    [lists],
  );
  /** The person stands on their record, wherever it has gone within its column. */
  const herePlace = (key: string | null): number | null => {
    if (here === null || here.key !== key) return null;
    const rows = listOf(key)?.rows;
    if (rows === undefined || rows.size() === 0) return null;
    const found = here.id === undefined ? undefined : rows.placeOf(here.id);
    return found ?? Math.min(here.place, rows.size() - 1);
  };
  const standing = here === null ? undefined : (here.id ?? listOf(here.key)?.rows.idAt(here.place));
  const active = current ?? standing ?? null;
  useEffect(() => {
    bench.at({ recordId: active, fieldId: null, editing: false });
  }, [bench, active]);

  /** A column without a sort stands by the making of its records: a card goes where it will be found. */
  const placeIn = (key: string | null, record: Drag['record'], wished: number): number => {
    const rows = listOf(key)?.rows;
    return rows === undefined || query.sort.length > 0 ? wished : placeByMaking(record, rows.size(), rows.at);
  };
  const drop = (drag: Drag): void => {
    const { record, from, to } = drag;
    setHere({ key: to.key, place: to.at, id: record.id });
    void move(record.id, from.key, to.key, to.at, nameOfRecord(record.id));
  };
  const {
    drag,
    set: setDrag,
    lift,
    onPointerDown,
    onClickCapture,
  } = useDrag({
    enabled: canMove,
    handles,
    board: element,
    recordAt: (key, place) => listOf(key)?.rows.at(place),
    placeIn,
    onDrop: drop,
    onUnfold: (id) => {
      const column = shown.find(({ key }) => laneId(key) === id);
      if (column?.folded === true) setLane(column.key, (lane) => ({ ...lane, folded: false }));
    },
    onRested: (key, place) => {
      const id = listOf(key)?.rows.idAt(place);
      if (id !== undefined) setMenu({ at: { x: 0, y: 0 }, id, key });
    },
  });

  const firstKey = shown.find(({ folded }) => touch || folded !== true)?.key;
  /** On a phone: the column in sight. */
  const [turned, setTurned] = useState(0);
  const inSight = shown[Math.min(turned, shown.length - 1)];
  const newRecord = (): void => {
    const key = touch ? inSight?.key : (here?.key ?? firstKey);
    if (key === undefined || bench.asks(valueOf(key))) return;
    if (touch) {
      const made = create(key, {});
      if (made !== undefined) bench.expand(made);
    } else if (canAdd && typesLabel) setAdding(laneId(key));
    else {
      const made = create(key, {});
      if (made !== undefined) bench.expand(made);
    }
  };
  /** What puts a record into a column. */
  const valueOf = (key: string | null): Readonly<Record<Id, unknown>> =>
    key === null || field === undefined ? {} : { [field.id]: takesSeveral(field) ? [key] : key };
  const typesLabel = card.parts.label !== undefined;
  const create = (key: string | null, fields: Readonly<Record<Id, unknown>>): Id | undefined => {
    const list = listOf(key);
    if (list === undefined || field === undefined) return undefined;
    const made = bench.create(list, { ...valueOf(key), ...fields });
    if (!made) return undefined;
    list.drawer().reveal(list.rows.size() - 1);
    return made.id;
  };
  const latest = useRef({ newRecord, lists, shown, stand });
  latest.current = { newRecord, lists, shown, stand };
  useLayoutEffect(
    () =>
      main.draw({
        ...undrawn,
        reveal: (place) => main.rows.want(place, place),
        goTo: (place) => {
          const id = main.rows.idAt(place);
          if (id === undefined) return;
          for (const { key } of latest.current.shown) {
            const at = latest.current.lists.get(laneId(key))?.rows.placeOf(id);
            if (at === undefined) continue;
            latest.current.stand(key, at);
            const index = latest.current.shown.findIndex((one) => one.key === key);
            bringColumn(index, 'nearest');
          }
        },
        reset: () => setHere(null),
        newRecord: () => latest.current.newRecord(),
        begin: () => latest.current.newRecord(),
        focus: () => handles.current.values().next().value?.element.focus({ preventScroll: true }),
      }),
    [main, bringColumn],
  );
  usePrimaryAction(
    touch && table.rights.canCreateRecords && field !== undefined ? { label: t('record.new'), run: newRecord } : null,
  );

  const say = (key: string, values: Readonly<Record<string, unknown>>): void => bench.sayNotice({ key, values });
  const focusOn = (key: string | null): void => {
    const handle = handles.current.get(laneId(key));
    handle?.element.focus({ preventScroll: true });
    handle?.element.closest('[data-column]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  };
  const openColumns = shown.filter(({ folded }) => touch || folded !== true);
  const beside = (key: string | null, by: number): BoardColumn | undefined =>
    openColumns[openColumns.findIndex((one) => one.key === key) + by];

  /** While a card is lifted by keys. Answers whether the key meant it. */
  const carry = (event: KeyboardEvent, now: Drag): boolean => {
    const name = nameOfRecord(now.record.id);
    const column = (key: string | null): string => {
      const found = shown.find((one) => one.key === key);
      return found === undefined ? '' : nameOf(found);
    };
    if (event.key === 'Escape') {
      setDrag(null);
      say('board.returned', { name, column: column(now.from.key) });
      focusOn(now.from.key);
      return true;
    }
    if (event.key === ' ' || event.key === 'Enter') {
      setDrag(null);
      if (now.to.key !== now.from.key) {
        drop(now);
        focusOn(now.to.key);
      }
      return true;
    }
    const size = (key: string | null): number => listOf(key)?.rows.size() ?? 0;
    const next =
      event.key === 'ArrowRight' || event.key === 'ArrowLeft'
        ? beside(now.to.key, event.key === 'ArrowRight' ? 1 : -1)
        : undefined;
    if (next !== undefined) {
      const to =
        next.key === now.from.key
          ? now.from
          : { key: next.key, at: placeIn(next.key, now.record, Math.min(now.to.at, size(next.key))) };
      setDrag({ ...now, to });
      const handle = handles.current.get(laneId(next.key));
      handle?.element.closest('[data-column]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
      say('board.at', {
        column: nameOf(next),
        place: to.at + 1,
        count: size(next.key) + (next.key === now.from.key ? 0 : 1),
      });
    }
    return true;
  };

  const onKey = (event: KeyboardEvent<HTMLElement>, { key }: BoardColumn): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (drag?.by === 'keys') {
      carry(event, drag);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const list = listOf(key);
    const size = list?.rows.size() ?? 0;
    const at = herePlace(key) ?? 0;
    const record = list?.rows.at(at);
    const along: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      Home: -size,
      End: size,
      PageDown: 5,
      PageUp: -5,
    };
    const across = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (along[event.key] !== undefined) stand(key, at + along[event.key]!);
    else if (across !== 0) {
      const next = beside(key, across);
      if (next === undefined) return;
      stand(next.key, at);
      focusOn(next.key);
    } else if (event.key === 'Enter' && record !== undefined) bench.expand(record.id);
    else if (event.key === ' ' && record !== undefined) {
      if (!canMove) return;
      const from = { key, at };
      setDrag({ by: 'keys', record, from, to: from, width: 256, height: heightOf(card, record, touch) });
      const column = shown.find((one) => one.key === key)!;
      say('board.lifted', { name: nameOfRecord(record.id), column: nameOf(column), place: at + 1, count: size });
    } else if (event.key === 'Escape' && here !== null) {
      standsIn.current = undefined;
      setHere(null);
    } else if (!asksForMenu(event) || !openMenu({}, key, at)) return;
    event.preventDefault();
  };
  const openMenu = (event: { clientX?: number; clientY?: number }, key: string | null, place: number): boolean => {
    const id = listOf(key)?.rows.idAt(place);
    const target = handles.current.get(laneId(key))?.element.querySelector(`[data-place="${place}"]`);
    if (id === undefined || !target) return false;
    setMenu({ at: placeOf(event, target), id, key });
    return true;
  };

  const latestKeys = useRef({ onKey, openMenu, stand, create, drag });
  latestKeys.current = { onKey, openMenu, stand, create, drag };
  const actions = useMemo(
    () => ({
      onHandle: (handle: ColumnHandle | null, key: string | null): void => {
        if (handle === null) handles.current.delete(laneId(key));
        else handles.current.set(laneId(key), handle);
      },
      onKey: (event: KeyboardEvent<HTMLElement>, column: BoardColumn) => latestKeys.current.onKey(event, column),
      onHere: ({ key }: BoardColumn, place: number): void => {
        // Who came here by keys stands already, which is drawn a moment later.
        if (latestKeys.current.drag === null && standsIn.current !== key) latestKeys.current.stand(key, place);
      },
      onOpen: ({ key }: BoardColumn, place: number): void => {
        const id = latest.current.lists.get(laneId(key))?.rows.idAt(place);
        if (id === undefined) return;
        setHere({ key, place, id });
        bench.expand(id);
      },
      // Some systems ask for it under a finger that carries a card.
      onMenu: (event: { clientX?: number; clientY?: number }, { key }: BoardColumn, place: number) =>
        latestKeys.current.drag !== null || latestKeys.current.openMenu(event, key, place),
      onAdding: (column: BoardColumn | null) => setAdding(column === null ? null : laneId(column.key)),
      onAdd: ({ key }: BoardColumn, fields: Readonly<Record<Id, unknown>>): void => {
        const made = latestKeys.current.create(key, fields);
        if (made !== undefined && Object.keys(fields).length === 0) bench.expand(made);
      },
      onUnfold: ({ key }: BoardColumn) => setLane(key, (lane) => ({ ...lane, folded: false })),
    }),
    [bench, setLane],
  );

  const colored = fieldById(table, config['color']);
  const colorOf = useCallback(
    (id: Id): string | undefined => {
      const record = bench.record(id);
      if (colored === undefined || record === undefined) return undefined;
      const value = bench.value(record, colored.id);
      const first: unknown = Array.isArray(value) ? (value as readonly unknown[])[0] : value;
      return colored.props.options?.find((option) => option.id === first)?.color;
    },
    [bench, colored],
  );
  const lanes = (column: BoardColumn): readonly MenuEntry[] => {
    const at = shown.indexOf(column);
    const put = (to: number): void => {
      const rest = columns.filter(({ key }) => key !== column.key);
      const before = shown.filter(({ key }) => key !== column.key)[to];
      change((saved) =>
        withLaneAt(saved, columns, column.key, before === undefined ? rest.length : rest.indexOf(before)),
      );
    };
    return [
      {
        id: 'fold',
        label: t('board.fold'),
        icon: IconChevronLeft,
        onSelect: () => setLane(column.key, (lane) => ({ ...lane, folded: true })),
      },
      { id: 'left', label: t('board.left'), icon: IconArrowLeft, disabled: at <= 0, onSelect: () => put(at - 1) },
      {
        id: 'right',
        label: t('board.right'),
        icon: IconArrowRight,
        disabled: at >= shown.length - 1,
        onSelect: () => put(at + 1),
      },
      { id: 'edit', label: t('board.edit'), icon: IconSettings, onSelect: () => setEditing(laneId(column.key)) },
      {
        id: 'hide',
        label: t('board.hide'),
        icon: IconEyeOff,
        onSelect: () => setLane(column.key, (lane) => ({ ...lane, hidden: true })),
      },
    ];
  };

  if (field === undefined)
    return (
      <EmptyState
        title={t('board.noField')}
        actions={
          table.rights.canManageFieldsAndConfig && (
            <Button icon={IconPlus} onClick={onAddField}>
              {t('board.addField')}
            </Button>
          )
        }
      >
        {t('board.noFieldText')}
      </EmptyState>
    );

  const found = steps.place === null ? undefined : main.rows.idAt(steps.place);
  const totalText = (key: string | null): string => {
    const value = counted.get(laneId(key))?.total;
    if (total === undefined || value === null || value === undefined) return '';
    return totals.show(total.field, total.fn as never, value);
  };
  const countOf = (key: string | null): number | null => {
    const rows = listOf(key)?.rows.total();
    return rows ?? (counted.size > 0 ? (counted.get(laneId(key))?.count ?? 0) : null);
  };
  const items = (id: Id, from: string | null): readonly MenuEntry[] => [
    { id: 'open', label: t('tools.cells.open'), icon: IconArrowsDiagonal, onSelect: () => bench.expand(id) },
    ...(canMove
      ? [
          { id: 'move', heading: t('board.moveTo') },
          ...shown
            .filter(({ key }) => key !== from)
            .map((column) => ({
              id: `to ${laneId(column.key)}`,
              label: nameOf(column),
              onSelect: () => {
                const record = bench.record(id);
                const to = record === undefined ? 0 : placeIn(column.key, record, 0);
                void move(id, from, column.key, to, nameOfRecord(id));
              },
            })),
          { id: 'moved', divider: true as const },
        ]
      : []),
    ...entriesOf(id, { run: () => void bench.remove([id]) }),
  ];
  const turnTo = (index: number): void => bringColumn(index, 'start');
  // Who narrowed the view to nothing is told so; else the columns stand there to be filled.
  const narrowed = query.filter !== undefined || query.search !== '' || !table.rights.canCreateRecords;
  const lifted = (record: Drag['record'], width: number): ReactNode => (
    <Card card={card} record={record} width={width} touch={touch} color={colorOf(record.id)} />
  );
  const edited = editing === null ? undefined : columns.find(({ key }) => laneId(key) === editing);

  return (
    <div className={classes['screen']} data-dragging={drag?.by}>
      {touch && (
        <div className={classes['tabs']} role="tablist" aria-label={t('board.settingsTitle')}>
          {shown.map((column, index) => (
            <button
              key={laneId(column.key)}
              type="button"
              role="tab"
              aria-selected={index === turned}
              className={classes['tab']}
              data-into={(drag !== null && drag.to.key === column.key) || undefined}
              onClick={() => turnTo(index)}
            >
              <i style={hueStyle(column.color)} />
              {nameOf(column)}
              <span className={classes['number']}>
                {countOf(column.key) === null ? '' : formats.number(countOf(column.key)!)}
              </span>
            </button>
          ))}
        </div>
      )}
      <div
        ref={element}
        className={`${classes['board']} ${touch ? classes['snapping'] : ''}`}
        role="group"
        aria-label={t('board.label', { table: table.label })}
        onPointerDown={onPointerDown}
        onClickCapture={onClickCapture}
        onScroll={(event) => {
          measure();
          if (touch) setTurned(Math.round(event.currentTarget.scrollLeft / wide));
        }}
      >
        {shown.map((column) => (
          <Column
            key={laneId(column.key)}
            column={column}
            name={nameOf(column)}
            list={listOf(column.key)}
            work={work}
            card={card}
            count={countOf(column.key)}
            total={totalText(column.key)}
            width={touch ? 326 : 256}
            touch={touch}
            canMove={canMove}
            canAdd={canAdd}
            colorOf={colorOf}
            here={herePlace(column.key)}
            current={current ?? found ?? null}
            lifted={liftedIn(drag, column.key)}
            hole={holeOf(drag, column.key)}
            inHole={
              drag?.by === 'keys' && drag.to.key === column.key ? (
                <div className={classes['lift']}>{lifted(drag.record, 256)}</div>
              ) : null
            }
            adding={adding === laneId(column.key)}
            menu={touch ? none : lanes(column)}
            {...actions}
          />
        ))}
      </div>
      {drag?.by === 'pointer' && (
        <div
          ref={lift}
          className={`${classes['lift']} ${touch ? classes['touch'] : ''}`}
          style={{ width: drag.width, height: drag.height }}
          aria-hidden="true"
        >
          {lifted(drag.record, drag.width)}
        </div>
      )}
      {empty !== null && narrowed && <div className={classes['over']}>{empty}</div>}
      {menu !== null && !touch && (
        <ContextMenu
          at={menu.at}
          label={t('tools.cells.menu')}
          items={items(menu.id, menu.key)}
          onClose={() => setMenu(null)}
        />
      )}
      {touch && (
        <Menu
          opened={menu !== null}
          onChange={(next) => {
            if (!next) setMenu(null);
          }}
          sheet={menu === null ? '' : nameOfRecord(menu.id)}
          anchor={<button type="button" hidden tabIndex={-1} aria-hidden="true" />}
          items={menu === null ? none : items(menu.id, menu.key)}
        />
      )}
      {edited !== undefined && (
        <LaneDialog
          name={nameOf(edited)}
          column={edited}
          onClose={() => setEditing(null)}
          onChange={(limit, color) =>
            setLane(edited.key, ({ key, hidden, folded }) => ({
              key,
              ...(hidden === true ? { hidden } : {}),
              ...(folded === true ? { folded } : {}),
              ...(limit === null ? {} : { limit }),
              ...(color === null ? {} : { color }),
            }))
          }
        />
      )}
    </div>
  );
};
