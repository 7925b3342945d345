import { Button, Menu, type MenuEntry, Sheet, type Table, type User, useTexts, type View } from '@tessera/kit';
import { IconArrowsSort, IconChevronDown, IconEyeOff, IconFilter, IconSearch } from '@tessera/kit/icons';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { leavesOf } from '../data/filters.ts';
import { FieldsPopover } from '../table/fields-popover.tsx';
import { FilterBuilder } from '../table/filter-builder.tsx';
import { SearchSteps } from '../table/search-steps.tsx';
import { SortBuilder } from '../table/sort-builder.tsx';
import { useFilterTree, withFilter } from '../table/filter-tree.ts';
import type { SearchSteps as Steps } from '../table/use-search-steps.ts';
import { useViewName } from '../table/view-name.ts';
import { viewTypeOf } from '../view-types/list.ts';
import type { Used } from '../view-types/view.ts';
import type { ViewState } from '../workbench/use-view.ts';
import type { Work } from '../workbench/use-workbench.ts';
import { entriesOf } from '../workbench/view-state.ts';
import classes from './cards.module.css';

export type PhoneFrameProps = {
  readonly table: Table;
  readonly view: View;
  readonly state: ViewState;
  readonly work: Work;
  readonly users: readonly User[];
  readonly viewMenu: readonly MenuEntry[];
  readonly search: string;
  readonly steps: Steps;
  readonly children: ReactNode;
};

/** What stands around a view on a phone: which one, its filter, order, fields and search. */
export const PhoneFrame = ({ table, view, state, work, users, viewMenu, search, steps, children }: PhoneFrameProps) => {
  const t = useTexts('building');
  const nameOf = useViewName();
  const { list } = work;
  const total = useSyncExternalStore(list.subscribe, list.rows.total);
  const type = viewTypeOf(view.type);
  const uses = (tool: Used): boolean => type?.uses.includes(tool) === true;
  const ViewIcon = type?.icon ?? IconEyeOff;
  const [sheet, setSheet] = useState<'filter' | 'sort' | 'fields' | 'search' | null>(search === '' ? null : 'search');
  const [tree, setTree] = useFilterTree(state.config.filter, table.fields, (filter) =>
    state.change((before) => withFilter(before, filter)),
  );
  const closeSearch = (): void => {
    steps.set('');
    setSheet(null);
  };
  const hidden = entriesOf(table, state.config).filter((entry) => entry.hidden === true).length;
  const filters = leavesOf(state.config.filter).length;
  const sorts = state.config.sort?.length ?? 0;
  return (
    <div className={classes['root']}>
      <div className={classes['strip']}>
        <Menu
          items={viewMenu}
          sheet={t('tools.view.choose')}
          anchor={
            <button type="button" className={classes['tool']} data-strong>
              <ViewIcon aria-hidden="true" />
              {nameOf(view)}
              <IconChevronDown aria-hidden="true" />
            </button>
          }
        />
        {uses('filter') && (
          <button
            type="button"
            className={classes['tool']}
            data-on={filters > 0 || undefined}
            onClick={() => setSheet('filter')}
          >
            <IconFilter aria-hidden="true" />
            {filters > 0 ? t('filter.counted', { count: filters }) : t('filter.title')}
          </button>
        )}
        {uses('sort') && (
          <button
            type="button"
            className={classes['tool']}
            data-on={sorts > 0 || undefined}
            onClick={() => setSheet('sort')}
          >
            <IconArrowsSort aria-hidden="true" />
            {sorts > 0 ? t('sort.counted', { count: sorts }) : t('sort.title')}
          </button>
        )}
        {uses('fields') && (
          <button
            type="button"
            className={classes['tool']}
            data-on={hidden > 0 || undefined}
            onClick={() => setSheet('fields')}
          >
            <IconEyeOff aria-hidden="true" />
            {hidden > 0 ? t('fields.hidden', { count: hidden }) : t('fields.title')}
          </button>
        )}
        {uses('search') && (
          <button
            type="button"
            className={classes['tool']}
            data-on={search !== '' || undefined}
            onClick={() => (sheet === 'search' ? closeSearch() : setSheet('search'))}
          >
            <IconSearch aria-hidden="true" />
            {t('search.title')}
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
            onChange={(event) => steps.set(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter') steps.step(event.shiftKey ? -1 : 1);
              else if (event.key === 'Escape') closeSearch();
              else return;
              event.preventDefault();
            }}
          />
          <SearchSteps steps={steps} search={search} found={total} touch />
        </div>
      )}
      {children}
      <Sheet
        opened={sheet === 'filter'}
        onClose={() => setSheet(null)}
        title={t('filter.title')}
        footer={
          <Button variant="primary" size="touch" onClick={() => setSheet(null)}>
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
      </Sheet>
      <Sheet
        opened={sheet === 'sort'}
        onClose={() => setSheet(null)}
        title={t('sort.title')}
        footer={
          <Button variant="primary" size="touch" onClick={() => setSheet(null)}>
            {t('done')}
          </Button>
        }
      >
        <SortBuilder
          sort={state.config.sort ?? []}
          fields={table.fields}
          onChange={(sort) => state.change((before) => ({ ...before, sort }))}
        />
      </Sheet>
      <Sheet opened={sheet === 'fields'} onClose={() => setSheet(null)} title={t('fields.title')}>
        <FieldsPopover table={table} state={state} />
      </Sheet>
    </div>
  );
};
