import {
  Button,
  type Field,
  type Filter,
  IconButton,
  Kbd,
  Menu,
  type MenuEntry,
  Popover,
  type RowHeight,
  type Sort,
  Switch,
  type Table,
  type User,
  useShortcut,
  useTexts,
  type View,
} from '@tessera/kit';
import {
  IconArrowsSort,
  IconChevronDown,
  IconEyeOff,
  IconFilter,
  IconList,
  IconPlus,
  IconSearch,
  IconTable,
  IconX,
} from '@tessera/kit/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { filterOf, type Group, leavesOf, treeOf } from '../data/filters.ts';
import { fieldIcon } from '../grid/view/field-icon.ts';
import { SortList } from './drag-list.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import { SortBuilder } from './sort-builder.tsx';
import classes from './table.module.css';
import type { ViewState } from './use-view.ts';
import { useViewName } from './view-name.ts';
import { entriesOf, moveField, setHidden } from './view-state.ts';

export type ToolbarProps = {
  readonly table: Table;
  readonly view: View;
  readonly state: ViewState;
  readonly users: readonly User[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly viewMenu: readonly MenuEntry[];
  readonly count: ReactNode;
  readonly onNewRecord?: () => void;
};

const Active = ({
  on,
  children,
  clearLabel,
  onClear,
}: {
  on: boolean;
  children: ReactNode;
  clearLabel: string;
  onClear: () => void;
}) =>
  on ? (
    <span className={classes['on']}>
      {children}
      <button type="button" className={classes['clear']} aria-label={clearLabel} onClick={onClear}>
        <IconX aria-hidden="true" />
      </button>
    </span>
  ) : (
    children
  );

/** The filter as it is built: rows that are not finished stay here, finished ones reach the view. */
export const useFilterTree = (
  filter: Filter | undefined,
  fields: readonly Field[],
  change: (filter: Filter | undefined) => void,
): readonly [Group, (tree: Group) => void] => {
  const [tree, setTree] = useState<Group>(() => treeOf(filter));
  const given = JSON.stringify(filter ?? null);
  const sent = useRef(given);
  useEffect(() => {
    if (sent.current === given) return;
    sent.current = given;
    setTree(treeOf(filter));
  }, [given, filter]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    tree,
    (next) => {
      setTree(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const built = filterOf(next, fields);
        const text = JSON.stringify(built ?? null);
        if (text === sent.current) return;
        sent.current = text;
        change(built);
      }, 250);
    },
  ];
};

export const withFilter = (config: ViewState['config'], filter: Filter | undefined): ViewState['config'] => {
  const { filter: _before, ...rest } = config;
  return filter ? { ...rest, filter } : rest;
};

/** What belongs to the view: which one, its filter, order, fields, row height, and the search. */
export const Toolbar = ({
  table,
  view,
  state,
  users,
  search,
  onSearch,
  viewMenu,
  count,
  onNewRecord,
}: ToolbarProps) => {
  const t = useTexts('building');
  const { config, change } = state;
  const viewName = useViewName()(view);
  const [open, setOpen] = useState<'filter' | 'sort' | 'fields' | null>(null);
  const [searching, setSearching] = useState(search !== '');
  const input = useRef<HTMLInputElement>(null);
  const [tree, setTree] = useFilterTree(config.filter, table.fields, (filter) =>
    change((before) => withFilter(before, filter)),
  );
  const filters = leavesOf(config.filter).length;
  const sorts = (config.sort ?? []).length;
  const entries = entriesOf(table, config);
  const hidden = entries.filter((entry) => entry.hidden === true).length;
  const group = t('shortcuts.table');
  const openSearch = (): void => {
    // At once: a letter that comes before the focus would be typed into a cell.
    flushSync(() => setSearching(true));
    input.current?.focus();
  };
  useShortcut({ keys: '/', label: t('search.title'), group }, openSearch);
  useShortcut({ keys: 'f', label: t('filter.title'), group }, () => setOpen('filter'));
  useShortcut({ keys: 'n', label: t('record.new'), group }, () => onNewRecord?.(), {
    enabled: onNewRecord !== undefined,
  });

  const setSort = (sort: readonly Sort[]): void =>
    change((before) => {
      const { sort: _before, ...rest } = before;
      return sort.length > 0 ? { ...rest, sort } : rest;
    });
  const heights: readonly RowHeight[] = [32, 48, 64, 96];

  return (
    <div className={classes['toolsBox']}>
      <div className={classes['tools']} role="toolbar" aria-label={t('toolbar')}>
        <Menu
          items={viewMenu}
          width={280}
          anchor={
            <button
              type="button"
              className={classes['tool']}
              data-strong
              aria-label={t('view.switch', { view: viewName })}
            >
              <IconTable aria-hidden="true" />
              <span className="t-cut">{viewName}</span>
              {state.changed && <span className={classes['dot']} title={t('view.unsaved')} />}
              <IconChevronDown aria-hidden="true" />
            </button>
          }
        />
        {state.changed && (
          <>
            <Button size="toolbar" variant="quiet" onClick={state.reset}>
              {t('view.reset')}
            </Button>
            {(table.rights.canManageViews || view.personal) && (
              <Button size="toolbar" onClick={() => void state.save()}>
                {t(view.personal ? 'view.saveOwn' : 'view.save')}
              </Button>
            )}
          </>
        )}
        <span className={classes['divider']} />
        <Active
          on={filters > 0}
          clearLabel={t('filter.clear')}
          onClear={() => change((before) => withFilter(before, undefined))}
        >
          <Popover
            opened={open === 'filter'}
            onClose={() => setOpen(null)}
            label={t('filter.title')}
            anchor={
              <button
                type="button"
                className={classes['tool']}
                aria-expanded={open === 'filter'}
                onClick={() => setOpen(open === 'filter' ? null : 'filter')}
              >
                <IconFilter aria-hidden="true" />
                {filters > 0 ? t('filter.counted', { count: filters }) : t('filter.title')}
              </button>
            }
          >
            <FilterBuilder tree={tree} fields={table.fields} users={users} onChange={setTree} count={count} />
          </Popover>
        </Active>
        <Active on={sorts > 0} clearLabel={t('sort.clear')} onClear={() => setSort([])}>
          <Popover
            opened={open === 'sort'}
            onClose={() => setOpen(null)}
            label={t('sort.title')}
            anchor={
              <button
                type="button"
                className={classes['tool']}
                aria-expanded={open === 'sort'}
                onClick={() => setOpen(open === 'sort' ? null : 'sort')}
              >
                <IconArrowsSort aria-hidden="true" />
                {sorts > 0 ? t('sort.counted', { count: sorts }) : t('sort.title')}
              </button>
            }
          >
            <SortBuilder sort={config.sort ?? []} fields={table.fields} onChange={setSort} />
          </Popover>
        </Active>
        <Popover
          opened={open === 'fields'}
          onClose={() => setOpen(null)}
          label={t('fields.title')}
          anchor={
            <button
              type="button"
              className={classes['tool']}
              aria-label={hidden > 0 ? t('fields.hidden', { count: hidden }) : t('fields.title')}
              aria-expanded={open === 'fields'}
              onClick={() => setOpen(open === 'fields' ? null : 'fields')}
            >
              <IconEyeOff aria-hidden="true" />
              <span className={classes['wide']}>
                {hidden > 0 ? t('fields.hidden', { count: hidden }) : t('fields.title')}
              </span>
            </button>
          }
        >
          <div className={classes['popoverList']}>
            <SortList
              label={t('fields.title')}
              items={entries.map((entry) => ({
                id: entry.fieldId,
                name: entry.field.name,
                fixed: entry.fieldId === table.labelFieldId,
              }))}
              onMove={(fieldId, to) => change((before) => moveField(table, before, fieldId, to, false))}
              render={(item) => {
                const entry = entries.find((one) => one.fieldId === item.id);
                if (!entry) return null;
                const Icon = fieldIcon(entry.field.type);
                return (
                  <>
                    <Icon aria-hidden="true" />
                    <span className={classes['name']}>
                      <span className="t-cut">{entry.field.name}</span>
                    </span>
                    <Switch
                      ariaLabel={t('fields.show', { name: entry.field.name })}
                      checked={entry.hidden !== true}
                      disabled={item.fixed}
                      onChange={(on) => change((before) => setHidden(table, before, entry.fieldId, !on))}
                    />
                  </>
                );
              }}
            />
          </div>
        </Popover>
        <Menu
          items={heights.map((height) => ({
            id: String(height),
            label: t(`height.h${height}`),
            checked: (config.rowHeight ?? 48) === height,
            onSelect: () => change((before) => ({ ...before, rowHeight: height })),
          }))}
          anchor={
            <button type="button" className={classes['tool']} aria-label={t('height.title')}>
              <IconList aria-hidden="true" />
              <span className={classes['wide']}>{t('height.title')}</span>
            </button>
          }
        />
        <span className={classes['grow']} />
        {searching ? (
          <div className={classes['search']} role="search">
            <IconSearch aria-hidden="true" />
            <input
              ref={input}
              type="text"
              aria-label={t('search.title')}
              placeholder={t('search.placeholder')}
              value={search}
              onChange={(event) => onSearch(event.target.value)}
              onBlur={() => {
                if (search === '') setSearching(false);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.stopPropagation();
                onSearch('');
                setSearching(false);
              }}
            />
            <IconButton
              label={t('search.close')}
              icon={IconX}
              size="table"
              tooltip={false}
              onClick={() => {
                onSearch('');
                setSearching(false);
              }}
            />
          </div>
        ) : (
          <button
            type="button"
            className={classes['tool']}
            aria-label={t('search.title')}
            aria-keyshortcuts="/"
            onClick={openSearch}
          >
            <IconSearch aria-hidden="true" />
            <span className={classes['wide']}>{t('search.title')}</span>
            <Kbd keys="/" cap className={classes['wide'] ?? ''} />
          </button>
        )}
        {onNewRecord && (
          <>
            <span className={classes['divider']} style={{ margin: '0 4px' }} />
            <Button size="toolbar" variant="primary" icon={IconPlus} onClick={onNewRecord}>
              {t('record.new')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
};
