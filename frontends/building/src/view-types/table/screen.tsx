import { nextColorAmong } from '@tessera/fields';
import { type Field, type Id, type MenuEntry, newId, useFormats, useTexts } from '@tessera/kit';
import {
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconCopy,
  IconEyeOff,
  IconFilter,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconTrash,
} from '@tessera/kit/icons';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { typeOfField } from '@tessera/fields';
import { columnsOf, type GridConfig, setWidth, setWidths, usualGrid } from '../../grid/columns.ts';
import { createGridDrawing } from '../../grid/drawing.ts';
import { cellInset, frozenThatFits } from '../../grid/model/geometry.ts';
import type { GridColumn } from '../../grid/grid.ts';
import type { GroupProps } from '../../grid/view/group-lines.tsx';
import { GridView } from '../../grid/view/grid-view.tsx';
import { textWidth } from '../../grid/view/measure.ts';
import { refusalText } from '../../data/refusal-text.ts';
import { knownGroup } from '../../data/groups.ts';
import { later } from '../../later.tsx';
import { displayText, textOf } from '../../data/values.ts';
import { viewOfField } from '../../field-types/list.ts';
import { BulkBar } from '../../table/bulk-bar.tsx';
import { useSortWords } from '../../table/sort-words.ts';
import classes from '../../table/table.module.css';
import { moveField, setHidden, setTotal } from '../../workbench/view-state.ts';
import type { DrawnProps } from '../view.ts';
import { CellMenu } from './cell-menu.tsx';
import { fitting } from './fitting.ts';
import { useGridTexts } from './grid-texts.ts';
import { SelectionSums } from './selection-sums.tsx';

/** Only a grid with groups brings what draws them. */
const Groups = later(async () => (await import('./groups.tsx')).Groups);

/** The grid of one view: columns, their menus, totals, and what the person may arrange. */
export const GridScreen = memo(
  ({
    table,
    view,
    state,
    users,
    work,
    totals,
    current,
    empty,
    onEditField,
    onAddField,
    onDeleteField,
    onDuplicateField,
    onFilterBy,
  }: DrawnProps) => {
    const t = useTexts('building');
    const formats = useFormats();
    const texts = useGridTexts(table.label);
    const words = useSortWords();
    const { bench, list, habits, people } = work;
    const { rows } = list;
    const [drawing] = useState(() => createGridDrawing(bench, list));
    const { grid, actions } = drawing;
    useLayoutEffect(() => drawing.attach(), [drawing]);
    const onShown = useCallback(
      (runs: readonly (readonly [number, number])[], leaping: boolean): void =>
        work.onShown(list, runs[0]?.[0] ?? 0, runs.at(-1)?.[1] ?? 0, leaping, runs),
      [work, list],
    );
    const { change } = state;
    const config: GridConfig = state.config;
    const sort = useMemo(() => config.sort ?? [], [config.sort]);
    const manage = table.rights.canManageFieldsAndConfig;
    const canEdit = table.rights.canEditRecords && !table.rights.isReadOnly;

    const columns = useMemo(() => columnsOf(table, config), [table, config]);
    const applied = useRef<unknown>(null);
    if (applied.current !== columns) {
      applied.current = columns;
      const { editing } = grid.state();
      queueMicrotask(() =>
        grid.set({
          columns,
          rowHeight: config.rowHeight ?? usualGrid.rowHeight,
          density: config.density ?? usualGrid.density,
          frozen: config.frozen ?? usualGrid.frozen,
          canEdit,
          ...(editing && !columns.some((column) => column.field.id === editing.fieldId) ? { editing: null } : {}),
        }),
      );
    }
    useEffect(() => grid.set({ canEdit }), [grid, canEdit]);

    const byId = useMemo(() => new Map(users.map((user) => [user.id, user])), [users]);
    const context = useMemo(
      () => ({
        show: habits.show,
        user: (id: string) => byId.get(id),
        relative: (value: string) => formats.fromToday(value),
        inset: cellInset[config.density ?? usualGrid.density],
        pressable: true as const,
      }),
      [habits, byId, formats, config.density],
    );

    /** How wide a column must be for what is in view of it. */
    const fitted = useCallback(
      ({ field, width: now }: GridColumn): number => {
        const { room = 4 } = viewOfField(field);
        let widest = textWidth(field.name, 500, 13) + 16 + 8 + 24 + 32;
        const first = grid.view()?.firstVisible() ?? 0;
        for (let row = first; row < first + 60; row++) {
          const record = grid.record(row);
          if (!record) continue;
          const value = grid.value(record, field.id);
          const width =
            typeof room === 'function'
              ? room(field, value)
              : textWidth(displayText(field, value, habits.show), 400, 14) + 24 + room;
          widest = Math.max(widest, width);
        }
        return grid.bounds().rows === 0 ? now : Math.min(600, Math.ceil(widest));
      },
      [grid, habits],
    );
    const fit = useCallback(
      (fieldId: Id): void => {
        const column = grid.state().columns.find((one) => one.field.id === fieldId);
        if (column) change((before) => setWidth(table, before, fieldId, fitted(column)));
      },
      [grid, change, table, fitted],
    );
    useEffect(() => {
      fitting.set(list, () =>
        change((before) =>
          setWidths(table, before, new Map(grid.state().columns.map((one) => [one.field.id, fitted(one)]))),
        ),
      );
    }, [list, grid, change, table, fitted]);

    const sortBy = (field: Field, order: 'asc' | 'desc'): void =>
      change((before) => ({
        ...before,
        sort: [{ fieldId: field.id, order }, ...(before.sort ?? []).filter((one) => one.fieldId !== field.id)].slice(
          0,
          3,
        ),
      }));
    /**
     * Columns up to a field stay in sight while the others scroll; not offered where that leaves less than half the
     * width.
     */
    const freezing = (field: Field): MenuEntry => {
      const upTo = columns.findIndex((column) => column.field.id === field.id) + 1;
      const frozen = upTo === (config.frozen ?? usualGrid.frozen);
      const fits =
        frozen ||
        frozenThatFits(
          columns.map((column) => ({ id: column.field.id, width: column.width })),
          upTo,
          grid.view()?.width() ?? 0,
        ) === upTo;
      return {
        id: 'freeze',
        disabled: !fits,
        ...(!fits && { detail: t('field.freezeTooWide') }),
        label: t(frozen ? 'field.unfreeze' : 'field.freeze'),
        icon: frozen ? IconPinnedOff : IconPin,
        onSelect: () => change((before) => ({ ...before, frozen: frozen ? 0 : upTo })),
      };
    };
    const nameOf = (fieldId: Id): string => table.fields.find((one) => one.id === fieldId)?.name ?? '';
    const move = (fieldId: Id, to: number): void => {
      change((before) => moveField(table, before, fieldId, to, true));
      bench.say(t('order.moved', { name: nameOf(fieldId), place: to + 1, count: columns.length }));
    };
    /** The first column names the records and stays the first. */
    const moving = (field: Field): readonly MenuEntry[] => {
      const at = columns.findIndex((column) => column.field.id === field.id);
      if (at < 1) return [];
      return [
        {
          id: 'left',
          label: t('field.moveLeft'),
          icon: IconArrowLeft,
          keys: 'mod+shift+arrowleft',
          disabled: at === 1,
          onSelect: () => move(field.id, at - 1),
        },
        {
          id: 'right',
          label: t('field.moveRight'),
          icon: IconArrowRight,
          keys: 'mod+shift+arrowright',
          disabled: at === columns.length - 1,
          onSelect: () => move(field.id, at + 1),
        },
      ];
    };
    const menu = (field: Field): readonly MenuEntry[] => [
      ...(manage
        ? [
            { id: 'edit', label: t('field.edit'), icon: IconPencil, onSelect: () => onEditField(field) },
            { id: 'd1', divider: true as const },
          ]
        : []),
      ...((typeOfField(field)?.operators.length ?? 0) > 0
        ? [{ id: 'filter', label: t('tools.filter.by'), icon: IconFilter, onSelect: () => onFilterBy(field) }]
        : []),
      ...(typeOfField(field)?.sortable
        ? [
            { id: 'asc', label: words(field, 'asc', 'do'), icon: IconArrowUp, onSelect: () => sortBy(field, 'asc') },
            {
              id: 'desc',
              label: words(field, 'desc', 'do'),
              icon: IconArrowDown,
              onSelect: () => sortBy(field, 'desc'),
            },
          ]
        : []),
      ...moving(field),
      { id: 'fit', label: t('field.fit'), icon: IconArrowAutofitWidth, onSelect: () => fit(field.id) },
      freezing(field),
      ...(field.id === table.labelFieldId
        ? []
        : [
            {
              id: 'hide',
              label: t('field.hide'),
              icon: IconEyeOff,
              onSelect: () => change((before) => setHidden(table, before, field.id, true)),
            },
          ]),
      ...(manage
        ? [
            { id: 'd2', divider: true as const },
            { id: 'add', label: t('field.add'), icon: IconPlus, onSelect: onAddField },
            {
              id: 'duplicate',
              label: t('tools.duplicate.action'),
              icon: IconCopy,
              onSelect: () => onDuplicateField(field),
            },
          ]
        : []),
      ...(manage && field.id !== table.labelFieldId
        ? [
            {
              id: 'delete',
              label: t('field.delete'),
              icon: IconTrash,
              danger: true,
              onSelect: () => onDeleteField(field),
            },
          ]
        : []),
    ];

    // The field is saved before the value that names its new option.
    const newOption = useCallback(
      (field: Field, label: string): string => {
        const option = { id: newId(), label, color: nextColorAmong(field.props.options ?? [], table.fields, field.id) };
        bench.addOption(field, option);
        return option.id;
      },
      [bench, table.fields],
    );

    const reasonOf = useCallback(
      (code: string, message: string, params: Readonly<Record<string, unknown>>): string =>
        refusalText(t, { code, message, params }),
      [t],
    );
    const showValue = useCallback(
      (fieldId: string, value: unknown): string => {
        const field = table.fields.find((one) => one.id === fieldId);
        return field ? textOf(field, value, habits.show) || t('empty') : '';
      },
      [table.fields, habits, t],
    );

    const [groups, setGroups] = useState<GroupProps | null>(null);
    const grouped = knownGroup(config['group'], table.fields).length > 0;
    const total = useSyncExternalStore(list.subscribe, rows.total);
    const count = useMemo(
      () => (total === null ? null : { value: formats.number(total), label: t('records', { count: total }) }),
      [total, formats, t],
    );
    const fresh = useSyncExternalStore(list.subscribe, list.fresh);
    return (
      <div className={classes['screen']}>
        {grouped && (
          <Groups
            table={table}
            view={view}
            state={state}
            work={work}
            totals={totals}
            drawing={drawing}
            context={context}
            onGroups={setGroups}
          />
        )}
        <CellMenu table={table} drawing={drawing}>
          <GridView
            grid={grid}
            actions={actions}
            habits={habits}
            context={context}
            users={users}
            presence={people}
            texts={texts}
            sort={sort}
            canCreate={table.rights.canCreateRecords}
            current={current}
            count={count}
            totals={totals.totals}
            totalChoices={totals.choices}
            onTotal={(fieldId, fn) => change((before) => setTotal(table, before, fieldId, fn))}
            columnMenu={menu}
            refusalText={reasonOf}
            showValue={showValue}
            onResize={(fieldId, width) => {
              change((before) => setWidth(table, before, fieldId, width));
              bench.say(t('say.width', { field: nameOf(fieldId), count: width }));
            }}
            onFit={fit}
            onReorder={move}
            {...(manage ? { onAddField, onNewOption: newOption } : {})}
            onShown={onShown}
            groups={grouped ? groups : null}
            sums={<SelectionSums grid={grid} habits={habits} />}
            pill={
              fresh > 0 ? (
                <button type="button" className={texts.pillClass} onClick={list.showFresh}>
                  {t('fresh', { count: fresh })}
                </button>
              ) : null
            }
          />
        </CellMenu>
        {empty !== null && <div className={classes['overGrid']}>{empty}</div>}
        <BulkBar table={table} work={work} />
      </div>
    );
  },
);
