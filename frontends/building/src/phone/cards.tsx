import { Avatar, type Id, Menu, Skeleton, useFormats, usePrimaryAction, useTexts } from '@tessera/kit';
import { IconArrowsDiagonal, IconCalendar } from '@tessera/kit/icons';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ShownRecord } from '../data/cut-text.ts';
import { isEmpty, displayText } from '../data/values.ts';
import { viewOfField } from '../field-types/list.ts';
import type { CardPart } from '../field-types/view.ts';
import { CellContent } from '../grid/view/cell.tsx';
import { elementHeight, resized, rowTop, type Scroller, scrolled, visibleRows } from '../grid/model/scroller.ts';
import { useRecordEntries } from '../record/use-record-entries.ts';
import type { DrawnProps } from '../view-types/view.ts';
import { undrawn } from '../workbench/drawer.ts';
import { shownEntries } from '../workbench/view-state.ts';
import classes from './cards.module.css';
import { useLongPress } from './use-long-press.ts';

/** In px, with the gap to the next: of a card of one line, and what another line adds. */
const oneLine = 52;
const moreLine = 30;

/** A table on a phone: a card a record, its label and the fields that say most. */
export const Cards = ({ table, state, work, users, totals, steps, empty }: DrawnProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const { bench, list, habits } = work;
  useSyncExternalStore(list.subscribe, list.state);
  const element = useRef<HTMLDivElement>(null);
  const { rows } = list;
  const onOpen = bench.expand;
  const size = rows.started() ? rows.size() : 8;
  const [scroller, setScroller] = useState<Scroller>({ content: 0, viewport: 700, scrollTop: 0, top: 0 });
  const shown = shownEntries(table, state.config);
  const label = shown[0]?.field;
  const others = shown.slice(1).map((entry) => entry.field);
  /** The first field of a part of the card; one that yields only where there is no other. */
  const pick = (part: CardPart) => {
    const fitting = others.filter((field) => viewOfField(field).card?.part === part);
    return fitting.find((field) => !viewOfField(field).card?.yields) ?? fitting[0];
  };
  const money = pick('amount');
  const option = pick('chips');
  const person = pick('person');
  const date = pick('date');
  const percent = pick('bar');
  const caption = pick('caption');
  const middle = Boolean(option ?? caption ?? person);
  const bottom = Boolean(date ?? percent);
  // As high as the table's fields need, the same for each.
  const cardHeight = oneLine + (middle ? moreLine : 0) + (bottom ? moreLine : 0);
  const now = resized(scroller, size * cardHeight, scroller.viewport);
  const [first, last] = visibleRows(now, cardHeight, size, 4);
  useEffect(() => work.onShown(list, Math.max(0, first), Math.max(last, 20)), [work, list, first, last]);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = (): void => setScroller((before) => ({ ...before, viewport: target.clientHeight }));
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, []);

  // What steps through the records, here or beside the grid, moves these cards as it moves rows.
  const addRecord = (): void => {
    if (bench.asks()) return;
    const made = bench.create(list);
    if (made) onOpen(made.id);
  };
  const latest = useRef({ now, cardHeight, addRecord });
  latest.current = { now, cardHeight, addRecord };
  useLayoutEffect(() => {
    const reveal = (place: number): void => {
      const target = element.current;
      if (!target) return;
      const height = latest.current.cardHeight;
      const top = rowTop(latest.current.now, place, height);
      if (top < target.scrollTop) target.scrollTop = top;
      else if (top + height > target.scrollTop + target.clientHeight)
        target.scrollTop = top + height - target.clientHeight;
    };
    return list.draw({
      ...undrawn,
      firstVisible: () => Math.max(0, Math.floor((element.current?.scrollTop ?? 0) / latest.current.cardHeight)),
      atEnd: () => {
        const target = element.current;
        return target !== null && target.scrollTop + target.clientHeight >= target.scrollHeight - 1;
      },
      reveal,
      showFrom: (place) => {
        if (element.current) element.current.scrollTop = rowTop(latest.current.now, place, latest.current.cardHeight);
      },
      goTo: reveal,
      newRecord: () => latest.current.addRecord(),
      begin: () => latest.current.addRecord(),
      focus: () => element.current?.focus({ preventScroll: true }),
    });
  }, [list]);

  const byId = useMemo(() => new Map(users.map((user) => [user.id, user])), [users]);
  const context = useMemo(
    () => ({ show: habits.show, user: (id: string) => byId.get(id), relative: () => '' }),
    [habits, byId],
  );
  const card = (record: ShownRecord): ReactNode => {
    const value = (field: typeof label) => (field ? bench.value(record, field.id) : undefined);
    const text = (field: typeof label): string => (field ? displayText(field, value(field), habits.show) : '');
    return (
      <>
        <span className={classes['line']}>
          <span className={classes['title']}>{text(label) || <span className="t-caption">{t('unnamed')}</span>}</span>
          {money && <span className={classes['money']}>{text(money)}</span>}
        </span>
        {middle && (
          <span className={classes['line']}>
            {option && !isEmpty(value(option)) && (
              <span className={classes['chips']}>
                <CellContent
                  field={option}
                  value={value(option)}
                  width={200}
                  height={48}
                  context={context}
                  openLabel=""
                />
              </span>
            )}
            {caption && <span className={classes['caption']}>{text(caption)}</span>}
            {person && !isEmpty(value(person)) && (
              <span className={classes['person']} title={text(person)}>
                <Avatar name={text(person)} id={String(value(person))} size={24} />
                <span className="t-hidden">{text(person)}</span>
              </span>
            )}
          </span>
        )}
        {bottom && (
          <span className={classes['line']}>
            {date && !isEmpty(value(date)) && (
              <span className={classes['date']}>
                <IconCalendar aria-hidden="true" />
                {text(date)}
              </span>
            )}
            {percent && !isEmpty(value(percent)) && (
              <span className={classes['percent']}>
                <CellContent
                  field={percent}
                  value={value(percent)}
                  width={200}
                  height={48}
                  context={context}
                  openLabel=""
                />
              </span>
            )}
          </span>
        )}
      </>
    );
  };
  const entriesFor = useRecordEntries(table);
  const [held, setHeld] = useState<{ readonly id: Id; readonly name: string } | null>(null);
  const longPress = useLongPress((target) => {
    const place = Number(target.closest('[data-place]')?.getAttribute('data-place') ?? Number.NaN);
    const record = Number.isNaN(place) ? undefined : rows.at(place);
    if (!record) return;
    const name = label ? displayText(label, bench.value(record, label.id), habits.show) : '';
    setHeld({ id: record.id, name: name || t('unnamed') });
  });
  usePrimaryAction(table.rights.canCreateRecords ? { label: t('record.new'), run: addRecord } : null);
  const total = rows.total();
  const cards: ReactNode[] = [];
  for (let place = first; place <= last; place++) {
    const record = rows.at(place);
    cards.push(
      <li
        key={place}
        className={classes['slot']}
        data-place={place}
        data-current={steps.place === place || undefined}
        style={{ top: rowTop(now, place, cardHeight), height: cardHeight }}
      >
        {record ? (
          <button type="button" className={classes['card']} onClick={() => onOpen(record.id)}>
            {card(record)}
          </button>
        ) : (
          <span className={classes['card']}>
            <Skeleton width="60%" />
            <Skeleton width="40%" />
          </span>
        )}
      </li>,
    );
  }
  return (
    <>
      <div
        ref={element}
        className={classes['list']}
        tabIndex={0}
        role="region"
        aria-label={t('grid.label', { table: table.label })}
        onScroll={(event) => {
          const top = event.currentTarget.scrollTop;
          setScroller((before) => scrolled(resized(before, size * cardHeight, before.viewport), top));
        }}
      >
        {empty ?? (
          <ul className={classes['cards']} data-cards style={{ height: elementHeight(now.content) }} {...longPress}>
            {cards}
          </ul>
        )}
      </div>
      <div className={classes['summary']} role="group" aria-label={t('totals.label')} tabIndex={0}>
        <span>
          {total !== null && (
            <>
              <b>{formats.number(total)}</b> {t('records', { count: total })}
            </>
          )}
        </span>
        {shown.map(({ field }) => {
          const sum = totals.totals.get(field.id);
          return sum ? (
            <span key={field.id}>
              {field.name}: {sum.label} <b>{sum.value}</b>
            </span>
          ) : null;
        })}
      </div>
      <Menu
        opened={held !== null}
        onChange={(next) => {
          if (!next) setHeld(null);
        }}
        sheet={held?.name ?? ''}
        anchor={<button type="button" hidden tabIndex={-1} aria-hidden="true" />}
        items={
          held === null
            ? []
            : [
                {
                  id: 'open',
                  label: t('tools.cells.open'),
                  icon: IconArrowsDiagonal,
                  onSelect: () => onOpen(held.id),
                },
                ...entriesFor(held.id, { run: () => void bench.remove([held.id]) }),
              ]
        }
      />
    </>
  );
};
