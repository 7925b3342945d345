import { Popover, Select, useTexts } from '@tessera/kit';
import { IconCalendarTime } from '@tessera/kit/icons';
import { hasOptions } from '@tessera/fields';
import { useState } from 'react';
import { fieldIcon } from '../../field-types/list.ts';
import tools from '../../table/table.module.css';
import type { SettingsProps } from '../view.ts';
import classes from './calendar.module.css';
import { canBeDays, canBeEnd, whenOf } from '../parts/days/model.ts';

const nothing = '';

/** By which days records stand in the calendar, and by what they are coloured. */
export const CalendarSettings = ({ table, state }: SettingsProps) => {
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
  const options = (fields: typeof table.fields) =>
    fields.map(({ id, name, type }) => ({ value: id as string, label: name, icon: fieldIcon(type) }));
  const none = { value: nothing, label: t('board.nothing') };
  const label = t('calendar.dates', {
    fields: [when.start.name, ...(when.end === undefined ? [] : [when.end.name])].join(', '),
  });
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      label={t('calendar.settings')}
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
          options={options(table.fields.filter(canBeDays))}
          onChange={(id) => put('start', id)}
        />
        {when.of !== 'range' && (
          <Select
            label={t('calendar.end')}
            value={when.end?.id ?? nothing}
            options={[none, ...options(table.fields.filter((field) => canBeEnd(field) && field.id !== when.start.id))]}
            onChange={(id) => put('end', id)}
          />
        )}
        <Select
          label={t('calendar.coloured')}
          value={typeof config['color'] === 'string' ? config['color'] : nothing}
          options={[none, ...options(table.fields.filter(({ type }) => hasOptions(type)))]}
          onChange={(id) => put('color', id)}
        />
      </div>
    </Popover>
  );
};
