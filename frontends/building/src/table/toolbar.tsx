import {
  Button,
  IconButton,
  type IconType,
  type Id,
  Kbd,
  Menu,
  type MenuEntry,
  Popover,
  type Sort,
  type Table,
  type User,
  useFormats,
  useShortcut,
  useTexts,
  type View,
} from '@tessera/kit';
import {
  IconArrowsSort,
  IconChevronDown,
  IconEyeOff,
  IconFilter,
  IconLayoutList,
  IconPlus,
  IconSearch,
  IconX,
} from '@tessera/kit/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isGroup, leavesOf } from '../data/filters.ts';
import { type GroupLevel, knownGroup } from '../data/groups.ts';
import { FieldsPopover } from './fields-popover.tsx';
import { useFilterTree, withFilter } from './filter-tree.ts';
import { FilterBuilder, leafOf } from './filter-builder.tsx';
import { GroupBuilder } from './group-builder.tsx';
import { SearchSteps } from './search-steps.tsx';
import { SortBuilder } from './sort-builder.tsx';
import classes from './table.module.css';
import type { SearchSteps as Steps } from './use-search-steps.ts';
import type { ViewState } from '../workbench/use-view.ts';
import { useViewName } from './view-name.ts';
import { useViewTexts, viewTypeOf } from '../view-types/list.ts';
import type { Used } from '../view-types/view.ts';
import type { Work } from '../workbench/use-workbench.ts';
import { entriesOf } from '../workbench/view-state.ts';

export type ToolbarProps = {
  readonly table: Table;
  readonly view: View;
  readonly state: ViewState;
  readonly work: Work;
  readonly users: readonly User[];
  readonly search: string;
  readonly steps: Steps;
  /** How many records the search finds; null while it is not known. */
  readonly found: number | null;
  readonly viewMenu: readonly MenuEntry[];
  readonly count: ReactNode;
  readonly onNewRecord?: () => void;
  /** A field by which somebody wants to filter, from its header: each wish is a new object. */
  readonly wanted: { readonly fieldId: Id } | null;
};

/**
 * A tool of the bar with the number of what is in force, and the way to take it away. Its place is as wide without them
 * as with them, so that nothing beside it moves.
 */
const Tool = ({
  on,
  icon: Icon,
  label,
  room,
  open,
  onToggle,
  clearLabel,
  onClear,
  popover,
  slim = false,
  children,
}: {
  on: boolean;
  icon: IconType;
  label: string;
  /** The label at its longest. */
  room: string;
  open: boolean;
  onToggle: () => void;
  clearLabel: string;
  onClear: () => void;
  popover: string;
  /** In a narrow bar it is its icon alone, until it is on. */
  slim?: boolean;
  children: ReactNode;
}) => (
  <span className={classes['counted']} data-on={on || undefined} data-slim={slim || undefined}>
    <Popover
      opened={open}
      onClose={onToggle}
      label={popover}
      anchor={
        <button type="button" className={classes['tool']} aria-label={label} aria-expanded={open} onClick={onToggle}>
          <Icon aria-hidden="true" />
          <span className={classes['room']} data-room={room}>
            {label}
          </span>
        </button>
      }
    >
      {children}
    </Popover>
    <button type="button" className={classes['clear']} aria-label={clearLabel} disabled={!on} onClick={onClear}>
      <IconX aria-hidden="true" />
    </button>
  </span>
);

/** What belongs to the view: which one, its filter, order, fields, row height, and the search. */
export const Toolbar = ({
  table,
  view,
  state,
  work,
  users,
  search,
  steps,
  found,
  viewMenu,
  count,
  onNewRecord,
  wanted,
}: ToolbarProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const { config, change } = state;
  const viewName = useViewName()(view);
  const type = viewTypeOf(view.type);
  const textsOf = useViewTexts();
  const uses = (tool: Used): boolean => type?.uses.includes(tool) === true;
  const ViewIcon = type?.icon ?? IconEyeOff;
  const [open, setOpen] = useState<'filter' | 'sort' | 'group' | 'fields' | null>(null);
  const [searching, setSearching] = useState(search !== '');
  const input = useRef<HTMLInputElement>(null);
  const [tree, setTree] = useFilterTree(config.filter, table.fields, (filter) =>
    change((before) => withFilter(before, filter)),
  );
  const met = useRef<ToolbarProps['wanted']>(null);
  useEffect(() => {
    if (wanted === met.current) return;
    met.current = wanted;
    const field = table.fields.find((one) => one.id === wanted?.fieldId);
    const leaf = field ? leafOf(field) : null;
    if (!leaf) return;
    if (!tree.items.some((one) => !isGroup(one) && one.fieldId === leaf.fieldId))
      setTree({ ...tree, items: [...tree.items, leaf] });
    setOpen('filter');
  }, [wanted, table.fields, tree, setTree]);
  const filters = leavesOf(config.filter).length;
  const sorts = (config.sort ?? []).length;
  const entries = entriesOf(table, config);
  const hidden = entries.filter((entry) => entry.hidden === true).length;
  const hideable = Math.max(entries.length - 1, hidden);
  const toggle = (which: 'filter' | 'sort' | 'group' | 'fields'): void => setOpen(open === which ? null : which);
  const group = t('shortcuts.table');
  const openSearch = (): void => {
    // At once: a letter that comes before the focus would be typed into a cell.
    flushSync(() => setSearching(true));
    input.current?.focus();
  };
  const closeSearch = (): void => {
    steps.set('');
    setSearching(false);
    work.list.drawer().focus();
  };
  useShortcut({ keys: '/', label: t('search.title'), group }, openSearch, { enabled: uses('search') });
  useShortcut({ keys: 'f', label: t('filter.title'), group }, () => setOpen('filter'), { enabled: uses('filter') });
  useShortcut({ keys: 'n', label: t('record.new'), group }, () => onNewRecord?.(), {
    enabled: onNewRecord !== undefined,
  });

  const groups = knownGroup(config['group'], table.fields);
  const groupLabel =
    groups.length === 0
      ? t('tools.group.title')
      : groups.length === 1
        ? t('tools.group.by', { field: table.fields.find(({ id }) => id === groups[0]?.fieldId)?.name ?? '' })
        : t('tools.group.counted', { count: groups.length });
  const setGroup = (group: readonly GroupLevel[]): void =>
    change((before) => {
      const { group: _before, ...rest } = before;
      return group.length > 0 ? { ...rest, group } : rest;
    });
  const setSort = (sort: readonly Sort[]): void =>
    change((before) => {
      const { sort: _before, ...rest } = before;
      return sort.length > 0 ? { ...rest, sort } : rest;
    });

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
              <ViewIcon aria-hidden="true" />
              <span className="t-cut">{viewName}</span>
              <span
                className={classes['dot']}
                data-off={!state.changed || undefined}
                {...(state.changed ? { title: t('view.unsaved') } : {})}
              />
              <IconChevronDown aria-hidden="true" />
            </button>
          }
        />
        <span className={classes['divider']} />
        {uses('filter') && (
          <Tool
            on={filters > 0}
            icon={IconFilter}
            label={filters > 0 ? t('filter.counted', { count: filters }) : t('filter.title')}
            room={t('filter.counted', { count: Math.max(8, filters) })}
            open={open === 'filter'}
            onToggle={() => toggle('filter')}
            clearLabel={t('filter.clear')}
            onClear={() => change((before) => withFilter(before, undefined))}
            popover={t('filter.title')}
          >
            <FilterBuilder tree={tree} fields={table.fields} users={users} onChange={setTree} count={count} />
          </Tool>
        )}
        {uses('sort') && (
          <Tool
            on={sorts > 0}
            icon={IconArrowsSort}
            label={sorts > 0 ? t('sort.counted', { count: sorts }) : t('sort.title')}
            room={t('sort.counted', { count: Math.max(8, sorts) })}
            open={open === 'sort'}
            onToggle={() => toggle('sort')}
            clearLabel={t('sort.clear')}
            onClear={() => setSort([])}
            popover={t('sort.title')}
          >
            <SortBuilder sort={config.sort ?? []} fields={table.fields} onChange={setSort} />
          </Tool>
        )}
        {uses('group') && (
          <Tool
            on={groups.length > 0}
            icon={IconLayoutList}
            label={groupLabel}
            room={groups.length === 1 ? groupLabel : t('tools.group.counted', { count: 3 })}
            open={open === 'group'}
            onToggle={() => toggle('group')}
            clearLabel={t('tools.group.clear')}
            onClear={() => setGroup([])}
            popover={t('tools.group.title')}
            slim
          >
            <GroupBuilder group={groups} fields={table.fields} onChange={setGroup} />
          </Tool>
        )}
        {uses('fields') && (
          <Popover
            opened={open === 'fields'}
            onClose={() => setOpen(null)}
            label={t('fields.title')}
            anchor={
              <button
                type="button"
                className={classes['tool']}
                data-on={hidden > 0 || undefined}
                aria-label={hidden > 0 ? t('fields.hidden', { count: hidden }) : t('fields.title')}
                {...(hidden > 0 ? { title: t('fields.hidden', { count: hidden }) } : {})}
                aria-expanded={open === 'fields'}
                onClick={() => toggle('fields')}
              >
                <IconEyeOff aria-hidden="true" />
                <span className={classes['wide']}>{t('fields.title')}</span>
                <span
                  className={classes['room']}
                  data-room={formats.number(hideable)}
                  data-count={hidden > 0 ? formats.number(hidden) : ''}
                />
              </button>
            }
          >
            <FieldsPopover table={table} state={state} />
          </Popover>
        )}
        {type?.Settings && (
          <type.Settings
            table={table}
            view={view}
            state={state}
            work={work}
            labels={textsOf(view.type)?.labels ?? {}}
          />
        )}
        {state.changed && (
          <span className={classes['own']}>
            <Button size="toolbar" variant="quiet" onClick={state.reset}>
              {t('view.reset')}
            </Button>
            {(table.rights.canManageViews || view.personal) && (
              <Button
                size="toolbar"
                aria-label={t(view.personal ? 'view.saveOwn' : 'view.save')}
                onClick={() => void state.save()}
              >
                <span className={classes['whole']}>{t(view.personal ? 'view.saveOwn' : 'view.save')}</span>
                <span className={classes['short']}>{t('tools.view.saveShort')}</span>
              </Button>
            )}
          </span>
        )}
        <span className={classes['grow']} />
        {!uses('search') ? null : searching ? (
          <div className={classes['search']} role="search">
            <IconSearch aria-hidden="true" />
            <input
              ref={input}
              type="text"
              aria-label={t('search.title')}
              placeholder={t('search.placeholder')}
              value={search}
              onChange={(event) => steps.set(event.target.value)}
              onBlur={() => {
                if (search === '') setSearching(false);
              }}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.key === 'Enter') steps.step(event.shiftKey ? -1 : 1);
                else if (event.key === 'Escape') closeSearch();
                else return;
                event.preventDefault();
                event.stopPropagation();
              }}
            />
            <SearchSteps steps={steps} search={search} found={found} />
            <IconButton label={t('search.close')} icon={IconX} size="table" tooltip={false} onClick={closeSearch} />
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
            <Button size="toolbar" variant="primary" icon={IconPlus} aria-label={t('record.new')} onClick={onNewRecord}>
              <span className={classes['newName']}>{t('record.new')}</span>
            </Button>
          </>
        )}
      </div>
    </div>
  );
};
