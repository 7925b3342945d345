import { Popover, Select, Switch, useTexts } from '@tessera/kit';
import { IconColumns } from '@tessera/kit/icons';
import { hasOptions } from '@tessera/fields';
import { useMemo, useState } from 'react';
import { fieldIcon } from '../../field-types/list.ts';
import { SortList } from '../../table/drag-list.tsx';
import tools from '../../table/table.module.css';
import { totalsOf } from '../../table/use-totals.ts';
import { setTotal } from '../../workbench/view-state.ts';
import { givesCover } from '../parts/use-card.ts';
import type { SettingsProps } from '../view.ts';
import { boardField, canBeColumns, columnsOf, lanesOf, laneId, totalOf, withLane, withLaneAt } from './config.ts';
import classes from './kanban.module.css';

const nothing = '';

/** By what a board has its columns, which of them it shows in which order, and what its cards have. */
export const KanbanSettings = ({ table, state, work }: SettingsProps) => {
  const t = useTexts('building');
  const { config, change } = state;
  const [opened, setOpened] = useState(false);
  const field = boardField(table, config);
  const columns = useMemo(
    () =>
      field === undefined
        ? []
        : columnsOf(field, config, work.users, new Set(lanesOf(config).map(({ key }) => laneId(key)))),
    [field, config, work.users],
  );
  const nameOf = (key: string | null, name: string): string =>
    key === null ? t('board.none', { field: field?.name ?? '' }) : name;
  const put = (name: string, value: unknown): void =>
    change((before) => {
      const { [name]: _before, ...rest } = before;
      return value === undefined ? rest : { ...rest, [name]: value };
    });
  const total = totalOf(table, config);
  const sums = table.fields.flatMap((one) =>
    totalsOf(one)
      .filter((fn) => fn === 'sum')
      .map((fn) => ({ value: `${one.id} ${fn}`, label: one.name, icon: fieldIcon(one.type) })),
  );
  const fieldOptions = (fields: typeof table.fields) =>
    fields.map(({ id, name, type }) => ({ value: id as string, label: name, icon: fieldIcon(type) }));
  const none = { value: nothing, label: t('board.nothing') };
  if (field === undefined) return null;
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      label={t('board.settingsTitle')}
      anchor={
        <button
          type="button"
          className={tools['tool']}
          aria-expanded={opened}
          aria-label={t('board.settings', { field: field.name })}
          onClick={() => setOpened(!opened)}
        >
          <IconColumns aria-hidden="true" />
          <span className={tools['wide']}>{t('board.settings', { field: field.name })}</span>
        </button>
      }
    >
      <div className={classes['settings']}>
        <Select
          label={t('board.field')}
          value={field.id}
          options={fieldOptions(table.fields.filter(canBeColumns))}
          onChange={(id) =>
            change(({ kanban_columns: _columns, ...before }) => ({
              ...before,
              kanban_field: id,
            }))
          }
        />
        <SortList
          label={t('board.settingsTitle')}
          items={columns.map(({ key, name }) => ({ id: laneId(key), name: nameOf(key, name) }))}
          onMove={(id, to) =>
            change((before) =>
              withLaneAt(before, columns, columns.find(({ key }) => laneId(key) === id)?.key ?? null, to),
            )
          }
          render={(item) => {
            const column = columns.find(({ key }) => laneId(key) === item.id);
            if (!column) return null;
            return (
              <>
                <span className={tools['name']}>
                  <span className="t-cut">{item.name}</span>
                </span>
                <Switch
                  ariaLabel={t('board.show', { column: item.name })}
                  checked={column.hidden !== true}
                  onChange={(on) =>
                    change((before) => withLane(before, columns, column.key, (lane) => ({ ...lane, hidden: !on })))
                  }
                />
              </>
            );
          }}
        />
        <div className={classes['switches']}>
          <Switch
            label={t('board.showDefault')}
            checked={config['kanban_disable_default_column'] !== true}
            onChange={(on) => put('kanban_disable_default_column', on ? undefined : true)}
          />
          <Switch
            label={t('board.showAdd')}
            checked={config['kanban_hide_add_button'] !== true}
            onChange={(on) => put('kanban_hide_add_button', on ? undefined : true)}
          />
          <Switch
            label={t('board.allowDrag')}
            checked={config['kanban_disable_drag_drop_cards'] !== true}
            onChange={(on) => put('kanban_disable_drag_drop_cards', on ? undefined : true)}
          />
        </div>
        <Select
          label={t('board.total')}
          value={total === undefined ? nothing : `${total.field.id} ${total.fn}`}
          options={[none, ...sums]}
          onChange={(next) =>
            change((before) => {
              const cleared = total === undefined ? before : setTotal(table, before, total.field.id, null);
              const id = next.split(' ')[0];
              return next === nothing || id === undefined ? cleared : setTotal(table, cleared, id, 'sum');
            })
          }
        />
        <Select
          label={t('board.cover')}
          value={typeof config['cover'] === 'string' ? config['cover'] : nothing}
          options={[none, ...fieldOptions(table.fields.filter(givesCover))]}
          onChange={(id) => put('cover', id === nothing ? undefined : id)}
        />
        <Select
          label={t('board.coloured')}
          value={typeof config['color'] === 'string' ? config['color'] : nothing}
          options={[none, ...fieldOptions(table.fields.filter(({ type }) => hasOptions(type)))]}
          onChange={(id) => put('color', id === nothing ? undefined : id)}
        />
      </div>
    </Popover>
  );
};
