import {
  asksForMenu,
  ContextMenu,
  cx,
  type Id,
  type MenuEntry,
  type MenuPlace,
  placeOf,
  PresenceStack,
  Skeleton,
  usePrimaryAction,
  useTexts,
} from '@tessera/kit';
import { IconArrowsDiagonal, IconCheck, IconCheckbox } from '@tessera/kit/icons';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ShownRecord } from '../../data/cut-text.ts';
import {
  elementHeight,
  elementTop,
  resized,
  rowTop,
  type Scroller,
  scrolled,
  topToShow,
  visibleRows,
} from '../../grid/model/scroller.ts';
import { usePhone } from '../../phone/use-phone.ts';
import { useRecordEntries } from '../../record/use-record-entries.ts';
import { BulkBar } from '../../table/bulk-bar.tsx';
import { undrawn } from '../../workbench/drawer.ts';
import type { DrawnProps } from '../view.ts';
import classes from './card-list.module.css';

export type CardListProps = Pick<DrawnProps, 'table' | 'work' | 'steps' | 'current' | 'empty'> & {
  /** How many cards stand beside each other in so many px. */
  readonly lanes: (width: number) => number;
  /** Of a card, in px: the same for each, so that cards that are not drawn have their place. */
  readonly height: number;
  /** Between cards and around them, in px. */
  readonly gap: number;
  /** What a card shows; `width` is that of the card, in px. */
  readonly render: (record: ShownRecord, width: number) => ReactNode;
};

/** Cards drawn while the first ones travel. */
const awaited = 12;

/**
 * The records of a list as cards in lanes. Those in sight are drawn. Arrows walk them, Enter opens one, X ticks it; an
 * open record and a ticked one are as in every other view.
 */
export const CardList = ({
  table,
  work,
  steps,
  current,
  empty,
  lanes: lanesOf,
  height,
  gap,
  render,
}: CardListProps) => {
  const t = useTexts('building');
  const phone = usePhone();
  const own = useId();
  const { bench, list, people } = work;
  const { rows } = list;
  const state = useSyncExternalStore(list.subscribe, list.state);
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [scroller, setScroller] = useState<Scroller>({ content: 0, viewport: 700, scrollTop: 0, top: 0 });
  const [at, setAt] = useState<{ readonly place: number; readonly id: Id | undefined } | null>(null);
  const [menu, setMenu] = useState<{ readonly at: MenuPlace; readonly id: Id } | null>(null);
  const entriesOf = useRecordEntries(table);

  const size = rows.started() ? rows.size() : awaited;
  const lanes = Math.max(1, lanesOf(Math.max(0, width - gap)));
  const step = height + gap;
  const lines = Math.ceil(size / lanes);
  const now = resized(scroller, lines * step + gap, scroller.viewport);
  const [firstLine, lastLine] = visibleRows(now, step, lines, 2);
  const first = firstLine * lanes;
  const last = Math.min(size, (lastLine + 1) * lanes) - 1;
  useEffect(() => work.onShown(list, first, Math.max(first, last)), [work, list, first, last]);

  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = (): void => {
      setWidth(target.clientWidth);
      setScroller((before) => ({ ...before, viewport: target.clientHeight }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, []);

  /** Where the person stands: on their record, wherever it has moved to. */
  const here =
    at === null ? null : Math.min(size - 1, at.id === undefined ? at.place : (rows.placeOf(at.id) ?? at.place));
  const active = current ?? (here === null ? undefined : rows.idAt(here));
  useEffect(() => {
    bench.at({ recordId: active ?? null, fieldId: null, editing: false });
    list.moved();
  }, [bench, list, active]);

  const reveal = (place: number): void => {
    const target = element.current;
    if (!target) return;
    const top = topToShow(now, Math.floor(place / lanes), step);
    if (top !== now.top) target.scrollTop = elementTop(now, top);
  };
  const goTo = (place: number): void => {
    const next = Math.max(0, Math.min(rows.size() - 1, place));
    setAt({ place: next, id: rows.idAt(next) });
    reveal(next);
  };
  const newRecord = (): void => {
    if (bench.asks()) return;
    const made = bench.create(list);
    if (!made) return;
    goTo(rows.placeOf(made.id) ?? rows.size() - 1);
    bench.expand(made.id);
  };
  const latest = useRef({ now, step, lanes, reveal, goTo, newRecord, active });
  latest.current = { now, step, lanes, reveal, goTo, newRecord, active };
  useLayoutEffect(
    () =>
      list.draw({
        ...undrawn,
        active: () => latest.current.active,
        firstVisible: () => Math.floor(latest.current.now.top / latest.current.step) * latest.current.lanes,
        atEnd: () => {
          const target = element.current;
          return target !== null && target.scrollTop + target.clientHeight >= target.scrollHeight - 1;
        },
        reveal: (place) => latest.current.reveal(place),
        showFrom: (place) => {
          const { now: from, step: line, lanes: beside } = latest.current;
          if (element.current) element.current.scrollTop = elementTop(from, Math.floor(place / beside) * line);
        },
        goTo: (place) => latest.current.goTo(place),
        reset: () => setAt(null),
        newRecord: () => latest.current.newRecord(),
        begin: () => latest.current.newRecord(),
        focus: () => element.current?.focus({ preventScroll: true }),
      }),
    [list],
  );
  usePrimaryAction(phone && table.rights.canCreateRecords ? { label: t('record.new'), run: newRecord } : null);

  const tick = (place: number, range: boolean): void => {
    const id = rows.idAt(place);
    if (id === undefined) return;
    const on = !list.isChecked(id);
    const from = range && here !== null ? here : place;
    for (const one of rows.loadedIds(Math.min(from, place), Math.max(from, place))) list.check(one, on);
    setAt({ place, id });
  };
  const menuOf = (place: number | null, where: (card: Element) => MenuPlace): boolean => {
    const id = place === null ? undefined : rows.idAt(place);
    const target = element.current?.querySelector(`[data-place="${place}"]`);
    if (id === undefined || !target) return false;
    setMenu({ at: where(target), id });
    return true;
  };
  const keyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== element.current || event.ctrlKey || event.metaKey || event.altKey || rows.size() === 0) return;
    const page = Math.max(1, Math.floor(now.viewport / step)) * lanes;
    const from = here ?? Math.min(rows.size() - 1, Math.floor(now.top / step) * lanes);
    const by: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: lanes,
      ArrowUp: -lanes,
      PageDown: page,
      PageUp: -page,
      Home: -rows.size(),
      End: rows.size(),
    };
    const move = by[event.key];
    if (move !== undefined) {
      // From line to line the lane stays: there is no card below the last of its lane.
      const next = from + move;
      const stays = Math.abs(move) === lanes && (next < 0 || next >= rows.size());
      goTo(here === null || stays ? from : next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      const id = rows.idAt(from);
      if (id !== undefined) bench.expand(id);
    } else if (event.key === 'x' || event.key === 'X') tick(from, event.shiftKey);
    else if (event.key === 'Escape' && list.checkedCount() > 0) list.checkAll(false);
    else if (event.key === 'Escape' && here !== null) setAt(null);
    else if (!asksForMenu(event) || !menuOf(here, (card) => placeOf({}, card))) return;
    event.preventDefault();
  };

  const until = Date.now();
  const cards: ReactNode[] = [];
  for (let place = first; place <= last; place++) {
    const record = rows.at(place);
    const lane = place % lanes;
    const style = {
      top: rowTop(now, Math.floor(place / lanes), step) + gap,
      height,
      insetInlineStart: `calc(${gap}px + (100% - ${gap}px) / ${lanes} * ${lane})`,
      width: `calc((100% - ${gap}px) / ${lanes} - ${gap}px)`,
    };
    if (!record) {
      cards.push(
        <div key={place} className={classes['card']} style={style} aria-hidden="true">
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </div>,
      );
      continue;
    }
    const flash = state.flashes.get(record.id);
    const others = people.filter((person) => person.recordId === record.id);
    cards.push(
      <div
        key={place}
        id={`${own}-${place}`}
        role="option"
        aria-selected={list.isChecked(record.id)}
        aria-posinset={place + 1}
        aria-setsize={size}
        className={classes['card']}
        style={style}
        data-place={place}
        data-here={place === here || undefined}
        data-current={record.id === current || place === steps.place || undefined}
        data-leaving={state.leaving.has(record.id) || undefined}
        title={state.leaving.has(record.id) ? t('grid.notInView') : undefined}
      >
        {render(record, (width - gap) / lanes - gap)}
        {!phone && (
          <span
            className={classes['tick']}
            data-tick
            data-on={list.isChecked(record.id) || undefined}
            aria-hidden="true"
          >
            {list.isChecked(record.id) && <IconCheck />}
          </span>
        )}
        {others.length > 0 && (
          <span className={classes['people']}>
            <PresenceStack people={others} />
          </span>
        )}
        {flash && flash.until > until && (
          <span
            key={flash.until}
            className={classes['flash']}
            style={{ '--presence': `var(--presence-${flash.color})` } as CSSProperties}
          />
        )}
      </div>,
    );
  }

  const items = (id: Id): readonly MenuEntry[] => [
    { id: 'open', label: t('tools.cells.open'), icon: IconArrowsDiagonal, onSelect: () => bench.expand(id) },
    {
      id: 'check',
      label: t('tools.cells.check', { count: 1 }),
      icon: IconCheckbox,
      checked: list.isChecked(id),
      onSelect: () => list.check(id, !list.isChecked(id)),
    },
    ...entriesOf(id, { run: () => void bench.remove([id]) }),
  ];
  const placeIn = (target: EventTarget): number | null => {
    const place = target instanceof Element ? target.closest('[data-place]')?.getAttribute('data-place') : null;
    return place === null || place === undefined ? null : Number(place);
  };
  const fresh = list.fresh();
  return (
    <div className={classes['screen']}>
      <div
        ref={element}
        className={cx(classes['list'])}
        role="listbox"
        aria-multiselectable="true"
        aria-label={t('grid.label', { table: table.label })}
        aria-busy={rows.busy() || undefined}
        aria-activedescendant={here !== null && here >= first && here <= last ? `${own}-${here}` : undefined}
        tabIndex={0}
        data-ticking={list.checkedCount() > 0 || undefined}
        onKeyDown={keyDown}
        onScroll={(event) => {
          const top = event.currentTarget.scrollTop;
          setScroller((before) => scrolled(resized(before, now.content, before.viewport), top));
        }}
        onClick={(event) => {
          const place = placeIn(event.target);
          const id = place === null ? undefined : rows.idAt(place);
          if (place === null || id === undefined) return;
          if (event.shiftKey || (event.target instanceof Element && event.target.closest('[data-tick]')))
            return tick(place, event.shiftKey);
          setAt({ place, id });
          bench.expand(id);
        }}
        onContextMenu={(event) => {
          if (menuOf(placeIn(event.target), (target) => placeOf(event, target))) event.preventDefault();
        }}
      >
        <div className={classes['cards']} role="presentation" data-cards style={{ height: elementHeight(now.content) }}>
          {width > 0 && cards}
        </div>
      </div>
      {empty !== null && <div className={classes['over']}>{empty}</div>}
      {fresh > 0 && (
        <button type="button" className={classes['pill']} onClick={list.showFresh}>
          {t('fresh', { count: fresh })}
        </button>
      )}
      {!phone && <BulkBar table={table} work={work} />}
      {menu && (
        <ContextMenu at={menu.at} label={t('tools.cells.menu')} items={items(menu.id)} onClose={() => setMenu(null)} />
      )}
    </div>
  );
};
