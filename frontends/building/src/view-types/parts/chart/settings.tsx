import { Popover, Segmented, Select, useTexts } from '@tessera/kit';
import { IconSettings } from '@tessera/kit/icons';
import { useState } from 'react';
import { buckets, isByDays, isGroupable, canBeSplit } from '../../../data/groups.ts';
import { canBeMeasured, functionsOf } from '../../../data/measures.ts';
import { fieldIcon } from '../../../field-types/list.ts';
import tools from '../../../table/table.module.css';
import { totalName } from '../../../table/use-totals.ts';
import type { SettingsProps } from '../../view.ts';
import classes from './chart.module.css';
import { chartKinds, chartOf } from './model.ts';

const nothing = '';

/** What a chart draws: its kind, its axis, its parts and its measure. */
export const ChartSettings = ({ table, state, labels }: SettingsProps) => {
  const t = useTexts('building');
  const { config, change } = state;
  const [opened, setOpened] = useState(false);
  const chart = chartOf(table, config);
  if (chart === undefined) return null;
  /** The numbers alone, without a drawing. */
  const bare = (config as Readonly<Record<string, unknown>>)['as'] === 'table';
  const put = (name: string, value: unknown): void =>
    change((before) => {
      const { [name]: _before, ...rest } = before;
      return value === nothing || value === undefined ? rest : { ...rest, [name]: value };
    });
  const options = (fields: typeof table.fields) =>
    fields.map(({ id, name, type }) => ({ value: id as string, label: name, icon: fieldIcon(type) }));
  const { field, function: fn } = chart.value;
  const measure = (id: string): void => {
    const next = table.fields.find((one) => one.id === id);
    const first = next === undefined ? undefined : functionsOf(next)[0];
    put('value', first === undefined ? { function: 'count' } : { fieldId: id, function: first });
  };
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      label={t('chart.settings')}
      anchor={
        <button
          type="button"
          className={tools['tool']}
          aria-expanded={opened}
          aria-label={t('chart.settings')}
          onClick={() => setOpened(!opened)}
        >
          <IconSettings aria-hidden="true" />
          <span className={tools['wide']}>{t('chart.settings')}</span>
        </button>
      }
    >
      <div className={classes['settings']}>
        {!bare && (
          <Segmented
            label={t('chart.kind')}
            value={chart.kind}
            onChange={(kind) => put('kind', kind)}
            options={chartKinds.map((kind) => ({ value: kind, label: labels[kind] ?? kind }))}
          />
        )}
        <Select
          label={t('chart.x')}
          value={chart.x.id}
          options={options(table.fields.filter(isGroupable))}
          onChange={(id) => put('x', id)}
        />
        {isByDays(chart.x) && (
          <Select
            label={t('tools.group.bucket')}
            value={chart.bucket ?? 'month'}
            options={buckets.map((bucket) => ({ value: bucket, label: t(`tools.group.buckets.${bucket}`) }))}
            onChange={(bucket) => put('bucket', bucket)}
          />
        )}
        {chart.kind !== 'pie' && (
          <Select
            label={t('chart.split')}
            value={chart.split?.id ?? nothing}
            options={[
              { value: nothing, label: t('board.nothing') },
              ...options(table.fields.filter((one) => canBeSplit(one) && one.id !== chart.x.id)),
            ]}
            onChange={(id) => put('split', id)}
          />
        )}
        <Select
          label={t('chart.value')}
          value={field?.id ?? nothing}
          options={[{ value: nothing, label: t('chart.count') }, ...options(table.fields.filter(canBeMeasured))]}
          onChange={measure}
        />
        {field !== undefined && (
          <Select
            label={t('chart.function')}
            value={fn}
            options={functionsOf(field).map((one) => ({ value: one, label: t(`totals.${totalName(field, one)}`) }))}
            onChange={(one) => put('value', { fieldId: field.id, function: one })}
          />
        )}
      </div>
    </Popover>
  );
};
