import {
  type Field,
  type Id,
  type MenuEntry,
  newId,
  optionColor,
  type Table,
  type User,
  useFormats,
  useTexts,
} from '@tessera/kit';
import {
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconEyeOff,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconTrash,
} from '@tessera/kit/icons';
import { memo, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { fieldType } from '@tessera/fields';
import { frozenThatFits } from '../grid/model/geometry.ts';
import { GridView } from '../grid/view/grid-view.tsx';
import { textWidth, chipWidth } from '../grid/view/measure.ts';
import { displayOf, textOf } from '../data/values.ts';
import { useGridTexts } from './grid-texts.ts';
import { SelectionSums } from './selection-sums.tsx';
import type { useTotals } from './use-totals.ts';
import type { ViewState } from './use-view.ts';
import type { useWorkbench } from './use-workbench.ts';
import { columnsOf, moveField, setHidden, setTotal, setWidth } from './view-state.ts';

export type TableGridProps = {
  readonly table: Table;
  readonly state: ViewState;
  readonly users: readonly User[];
  readonly work: ReturnType<typeof useWorkbench>;
  readonly totals: ReturnType<typeof useTotals>;
  readonly current: Id | null;
  readonly onEditField: (field: Field) => void;
  readonly onAddField: () => void;
  readonly onDeleteField: (field: Field) => void;
};

/** The grid of one view: columns, their menus, totals, and what the person may arrange. */
export const TableGrid = memo(
  ({ table, state, users, work, totals, current, onEditField, onAddField, onDeleteField }: TableGridProps) => {
    const t = useTexts('building');
    const formats = useFormats();
    const texts = useGridTexts(table.label);
    const { bench, habits, people } = work;
    const { grid, actions, rows } = bench;
    const { config, change } = state;
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
          rowHeight: config.rowHeight ?? 48,
          frozen: config.frozen ?? 1,
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
      }),
      [habits, byId, formats],
    );

    const fit = useCallback(
      (fieldId: Id): void => {
        const column = grid.state().columns.find((one) => one.field.id === fieldId);
        if (!column) return;
        const kind = displayOf(column.field);
        let widest = textWidth(column.field.name, 500, 13) + 16 + 8 + 24 + 32;
        const first = actions.view()?.firstVisible() ?? 0;
        for (let row = first; row < first + 60; row++) {
          const record = grid.record(row);
          if (!record) continue;
          const value = grid.value(record, fieldId);
          const width =
            kind === 'options' && Array.isArray(value)
              ? value.reduce(
                  (sum: number, id) =>
                    sum + chipWidth(column.field.props.options?.find((one) => one.id === id)?.label ?? '', 24) + 4,
                  24,
                )
              : textWidth(textOf(column.field, value, habits.show), 400, 14) +
                24 +
                (kind === 'user' ? 28 : kind === 'percent' ? 72 : kind === 'option' ? 20 : 4);
          widest = Math.max(widest, width);
        }
        change((before) => setWidth(table, before, fieldId, Math.min(600, Math.ceil(widest))));
      },
      [grid, actions, habits, change, table],
    );

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
      const frozen = upTo === (config.frozen ?? 1);
      const fits =
        frozen ||
        frozenThatFits(
          columns.map((column) => ({ id: column.field.id, width: column.width })),
          upTo,
          bench.actions.view()?.width() ?? 0,
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
      grid.say(t('order.moved', { name: nameOf(fieldId), place: to + 1, count: columns.length }));
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
      ...(fieldType(field.type)?.sortable
        ? [
            { id: 'asc', label: t('sort.ascending'), icon: IconArrowUp, onSelect: () => sortBy(field, 'asc') },
            { id: 'desc', label: t('sort.descending'), icon: IconArrowDown, onSelect: () => sortBy(field, 'desc') },
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
        const option = { id: newId(), label, color: optionColor(field.props.options?.length ?? 0) };
        bench.addOption(field, option);
        return option.id;
      },
      [bench],
    );

    const refusalText = useCallback(
      (code: string, message: string, params: Readonly<Record<string, unknown>>): string =>
        t([`refused.${code.replaceAll('.', '_')}`, `codes.${code.replaceAll('.', '_')}`], {
          ...params,
          defaultValue: message,
        }),
      [t],
    );
    const showValue = useCallback(
      (fieldId: string, value: unknown): string => {
        const field = table.fields.find((one) => one.id === fieldId);
        return field ? textOf(field, value, habits.show) || t('empty') : '';
      },
      [table.fields, habits, t],
    );

    const total = useSyncExternalStore(grid.subscribe, rows.total);
    const count = useMemo(
      () => (total === null ? null : { value: formats.number(total), label: t('records', { count: total }) }),
      [total, formats, t],
    );
    const fresh = useSyncExternalStore(grid.subscribe, bench.fresh);
    return (
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
        refusalText={refusalText}
        showValue={showValue}
        onResize={(fieldId, width) => {
          change((before) => setWidth(table, before, fieldId, width));
          grid.say(t('say.width', { field: nameOf(fieldId), count: width }));
        }}
        onFit={fit}
        onReorder={move}
        {...(manage ? { onAddField, onNewOption: newOption } : {})}
        onShown={work.onShown}
        sums={<SelectionSums grid={grid} habits={habits} />}
        pill={
          fresh > 0 ? (
            <button type="button" className={texts.pillClass} onClick={bench.showFresh}>
              {t('fresh', { count: fresh })}
            </button>
          ) : null
        }
      />
    );
  },
);
