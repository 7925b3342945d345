import { NotFoundBySearch } from '../table/not-found-by-search.tsx';
import {
  Avatar,
  Button,
  Dialog,
  EmptyState,
  type Id,
  Menu,
  type MenuEntry,
  type RecordData,
  Skeleton,
  type Table,
  type User,
  useFormats,
  useTexts,
  type View,
} from '@tessera/kit';
import {
  IconArrowsSort,
  IconCalendar,
  IconChevronDown,
  IconFilter,
  IconPlus,
  IconSearch,
  IconTable,
} from '@tessera/kit/icons';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { leavesOf } from '../data/filters.ts';
import { displayOf, isEmpty, displayText } from '../data/values.ts';
import { CellContent } from '../grid/view/cell.tsx';
import { elementHeight, resized, rowTop, type Scroller, scrolled, visibleRows } from '../grid/model/scroller.ts';
import { FilterBuilder } from '../table/filter-builder.tsx';
import { SortBuilder } from '../table/sort-builder.tsx';
import { useFilterTree, withFilter } from '../table/toolbar.tsx';
import type { useTotals } from '../table/use-totals.ts';
import type { ViewState } from '../table/use-view.ts';
import type { useWorkbench } from '../table/use-workbench.ts';
import { useViewName } from '../table/view-name.ts';
import { columnsOf } from '../table/view-state.ts';
import classes from './cards.module.css';

export type CardsProps = {
  readonly table: Table;
  readonly view: View;
  readonly state: ViewState;
  readonly work: ReturnType<typeof useWorkbench>;
  readonly users: readonly User[];
  readonly totals: ReturnType<typeof useTotals>;
  readonly viewMenu: readonly MenuEntry[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onOpen: (id: Id) => void;
};

/** In px, with the gap to the next: of a card of one line, and what another line adds. */
const oneLine = 52;
const moreLine = 30;

/** A table on a phone: a card a record, its label and the fields that say most. */
export const Cards = ({ table, view, state, work, users, totals, viewMenu, search, onSearch, onOpen }: CardsProps) => {
  const t = useTexts('building');
  const nameOf = useViewName();
  const formats = useFormats();
  const { bench, habits } = work;
  useSyncExternalStore(bench.grid.subscribe, bench.grid.state);
  const [sheet, setSheet] = useState<'filter' | 'sort' | 'search' | null>(null);
  const [tree, setTree] = useFilterTree(state.config.filter, table.fields, (filter) =>
    state.change((before) => withFilter(before, filter)),
  );
  const list = useRef<HTMLDivElement>(null);
  const { rows } = bench;
  const size = rows.started() ? rows.size() : 8;
  const [scroller, setScroller] = useState<Scroller>({ content: 0, viewport: 700, scrollTop: 0, top: 0 });
  const columns = columnsOf(table, state.config);
  const label = columns[0]?.field;
  const others = columns.slice(1).map((column) => column.field);
  const pick = (kinds: readonly string[], but: readonly (string | undefined)[] = []) =>
    others.find((field) => kinds.includes(displayOf(field)) && !but.includes(field.id));
  const money = pick(['currency', 'number']);
  const option = pick(['option']) ?? pick(['options']);
  const person = pick(['user']);
  const date = pick(['date', 'dateTime']);
  const percent = pick(['percent']);
  const caption = pick(['text', 'link', 'email', 'phone'], [label?.id]) ?? pick(['longText']);
  const middle = Boolean(option ?? caption ?? person);
  const bottom = Boolean(date ?? percent);
  // As high as the table's fields need, the same for each.
  const cardHeight = oneLine + (middle ? moreLine : 0) + (bottom ? moreLine : 0);
  const now = resized(scroller, size * cardHeight, scroller.viewport);
  const [first, last] = visibleRows(now, cardHeight, size, 4);
  useEffect(() => work.onShown(Math.max(0, first), Math.max(last, 20)), [work, first, last]);
  useEffect(() => {
    const target = list.current;
    if (!target) return undefined;
    const measure = (): void => setScroller((before) => ({ ...before, viewport: target.clientHeight }));
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, []);

  const byId = useMemo(() => new Map(users.map((user) => [user.id, user])), [users]);
  const context = useMemo(
    () => ({ show: habits.show, user: (id: string) => byId.get(id), relative: () => '' }),
    [habits, byId],
  );
  const card = (record: RecordData): ReactNode => {
    const value = (field: typeof label) => (field ? bench.grid.value(record, field.id) : undefined);
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
  const filters = leavesOf(state.config.filter).length;
  const sorts = state.config.sort?.length ?? 0;
  const total = rows.total();
  const sum = [...totals.totals.values()][0];
  const cards: ReactNode[] = [];
  for (let place = first; place <= last; place++) {
    const record = rows.at(place);
    cards.push(
      <li key={place} className={classes['slot']} style={{ top: rowTop(now, place, cardHeight), height: cardHeight }}>
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
    <div className={classes['root']}>
      <div className={classes['strip']}>
        <Menu
          items={viewMenu}
          anchor={
            <button type="button" className={classes['tool']} data-strong>
              <IconTable aria-hidden="true" />
              {nameOf(view)}
              <IconChevronDown aria-hidden="true" />
            </button>
          }
        />
        <button
          type="button"
          className={classes['tool']}
          data-on={filters > 0 || undefined}
          onClick={() => setSheet('filter')}
        >
          <IconFilter aria-hidden="true" />
          {filters > 0 ? t('filter.counted', { count: filters }) : t('filter.title')}
        </button>
        <button
          type="button"
          className={classes['tool']}
          data-on={sorts > 0 || undefined}
          onClick={() => setSheet('sort')}
        >
          <IconArrowsSort aria-hidden="true" />
          {sorts > 0 ? t('sort.counted', { count: sorts }) : t('sort.title')}
        </button>
        <button
          type="button"
          className={classes['tool']}
          data-on={search !== '' || undefined}
          onClick={() => setSheet(sheet === 'search' ? null : 'search')}
        >
          <IconSearch aria-hidden="true" />
          {t('search.title')}
        </button>
        {table.rights.canCreateRecords && (
          <button
            type="button"
            className={classes['tool']}
            onClick={() => {
              bench.actions.newRecord();
              const id = rows.idAt(rows.size() - 1);
              if (id) onOpen(id);
            }}
          >
            <IconPlus aria-hidden="true" />
            {t('record.new')}
          </button>
        )}
      </div>
      {sheet === 'search' && (
        <div className={classes['searchRow']} role="search">
          <input
            autoFocus
            type="search"
            aria-label={t('search.title')}
            placeholder={t('search.placeholder')}
            value={search}
            onChange={(event) => onSearch(event.target.value)}
          />
        </div>
      )}
      <div
        ref={list}
        className={classes['list']}
        tabIndex={0}
        role="region"
        aria-label={t('grid.label', { table: table.label })}
        onScroll={(event) => {
          const top = event.currentTarget.scrollTop;
          setScroller((before) => scrolled(resized(before, size * cardHeight, before.viewport), top));
        }}
      >
        <div className={classes['summary']}>
          <span>
            {total !== null && (
              <>
                <b>{formats.number(total)}</b> {t('records', { count: total })}
              </>
            )}
          </span>
          {sum && (
            <span>
              {sum.label} <b>{sum.value}</b>
            </span>
          )}
        </div>
        {rows.started() && size === 0 && search.trim() !== '' ? (
          <NotFoundBySearch
            search={search.trim()}
            filters={filters}
            onClear={() => onSearch('')}
            onClearFilters={() => state.change((before) => withFilter(before, undefined))}
          />
        ) : rows.started() && size === 0 ? (
          <EmptyState
            drawing={filters > 0 ? 'filtered' : 'nothing'}
            title={t(filters > 0 ? 'state.noMatch' : 'state.empty')}
            actions={
              filters > 0 ? (
                <Button onClick={() => state.change((before) => withFilter(before, undefined))}>
                  {t('state.clearFilters')}
                </Button>
              ) : undefined
            }
          />
        ) : (
          <ul className={classes['cards']} style={{ height: elementHeight(now.content) }}>
            {cards}
          </ul>
        )}
      </div>
      <Dialog
        opened={sheet === 'filter'}
        size="medium"
        onClose={() => setSheet(null)}
        title={t('filter.title')}
        footer={
          <Button variant="primary" onClick={() => setSheet(null)}>
            {t('done')}
          </Button>
        }
      >
        <FilterBuilder
          tree={tree}
          fields={table.fields}
          users={users}
          onChange={setTree}
          count={total === null ? null : t('recordsCounted', { count: total })}
        />
      </Dialog>
      <Dialog
        opened={sheet === 'sort'}
        size="medium"
        onClose={() => setSheet(null)}
        title={t('sort.title')}
        footer={
          <Button variant="primary" onClick={() => setSheet(null)}>
            {t('done')}
          </Button>
        }
      >
        <SortBuilder
          sort={state.config.sort ?? []}
          fields={table.fields}
          onChange={(sort) => state.change((before) => ({ ...before, sort }))}
        />
      </Dialog>
    </div>
  );
};
