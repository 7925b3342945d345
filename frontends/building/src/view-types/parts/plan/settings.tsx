import { MultiSelect, Popover, Select, useTexts } from '@tessera/kit';
import { IconCalendarTime } from '@tessera/kit/icons';
import { hasOptions, isNumber, isPerson, typeOfField } from '@tessera/fields';
import { idsOf } from '@tessera/proto/views';
import { useState } from 'react';
import { fieldIcon } from '../../../field-types/list.ts';
import tools from '../../../table/table.module.css';
import { canBeDays, canBeEnd, whenOf } from '../days/model.ts';
import type { SettingsProps } from '../../view.ts';
import classes from './plan.module.css';

const nothing = '';
/** Fields beside a record's name at most. */
const mostBeside = 4;

/** By which days records stand in a plan, what their lanes or rows are, and how bars look. */
export const PlanSettings = ({ of, table, state }: SettingsProps & { readonly of: 'rows' | 'lanes' }) => {
  const t = useTexts('building');
  const { config, change } = state;
  const [opened, setOpened] = useState(false);
  const when = whenOf(table, config);
  if (when === undefined) return null;
  const put = (name: string, value: string): void =>
    change((before) => {
      const { [name]: _before, ...rest } = before;
      return value === nothing ? rest : { ...rest, [name]: value };
    });
  const { fields } = table;
  const options = (some: typeof fields) =>
    some.map(({ id, name, type }) => ({ value: id as string, label: name, icon: fieldIcon(type) }));
  const none = { value: nothing, label: t('board.nothing') };
  const choices = fields.filter(({ type }) => hasOptions(type));
  const people = fields.filter((field) => isPerson(typeOfField(field)?.storage));
  const links = fields.filter(
    (field) =>
      typeOfField(field)?.links !== undefined && (field.props as { readonly tableId?: string }).tableId === table.id,
  );
  const numbers = fields.filter((field) => {
    const storage = typeOfField(field)?.storage;
    return storage !== undefined && isNumber(storage);
  });
  const pick = (name: string, label: string, some: typeof fields) => (
    <Select
      label={label}
      value={typeof config[name] === 'string' ? config[name] : nothing}
      options={[none, ...options(some)]}
      onChange={(id) => put(name, id)}
    />
  );
  const beside = idsOf(config['gantt_table_fields']);
  const label = t('plan.settings', {
    field: [when.start.name, ...(when.end === undefined ? [] : [when.end.name])].join(', '),
  });
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      label={t('plan.title')}
      anchor={
        <button
          type="button"
          className={tools['tool']}
          aria-expanded={opened}
          aria-label={label}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendarTime aria-hidden="true" />
          <span className={tools['wide']}>{label}</span>
        </button>
      }
    >
      <div className={classes['settings']}>
        <Select
          label={t('calendar.start')}
          value={when.start.id}
          options={options(fields.filter(canBeDays))}
          onChange={(id) => put('start', id)}
        />
        {when.of !== 'range' &&
          pick(
            'end',
            t('calendar.end'),
            fields.filter((field) => canBeEnd(field) && field.id !== when.start.id),
          )}
        {of === 'lanes' && pick('lane', t('plan.lane'), [...choices, ...people])}
        {pick(of === 'rows' ? 'gantt_color_field' : 'color', t('calendar.coloured'), choices)}
        {of === 'rows' && pick('dependencies', t('plan.waitsFor'), links)}
        {of === 'rows' && pick('progress', t('plan.progress'), numbers)}
        {of === 'rows' && (
          <MultiSelect
            label={t('plan.beside')}
            values={beside}
            options={options(fields.filter((field) => beside.length < mostBeside || beside.includes(field.id)))}
            onChange={(ids) => change((before) => ({ ...before, gantt_table_fields: ids }))}
          />
        )}
      </div>
    </Popover>
  );
};
