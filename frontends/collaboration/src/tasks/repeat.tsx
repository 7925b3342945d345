import { Check, MultiSelect, Select, TextInput, useFormats, useTexts } from '@tessera/kit';
import type { Draft } from './fields.tsx';
import { dayAfter, firstOfWeek } from './model.ts';
import { cycles } from './tasks.resource.ts';
import classes from './tasks.module.css';

type Given = {
  readonly draft: Pick<Draft, 'recurrence' | 'reminders'>;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
};
const usualReminders = [0, 1, 2, 3, 7, 14];
/** A Sunday. */
const sunday = '2026-01-04';

/** How a task comes again, and when its people are reminded of it. */
export const RepeatFields = ({ draft: { recurrence, reminders }, disabled, onChange }: Given) => {
  const t = useTexts('collaboration');
  const { locale } = useFormats();
  const named = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const first = firstOfWeek(locale);
  const weekdays = Array.from({ length: 7 }, (_, i) => (first + i) % 7);
  const counted = reminders.some(({ workingDays }) => workingDays);
  const offered = [...new Set([...usualReminders, ...reminders.map(({ days }) => days)])].toSorted((a, b) => a - b);
  return (
    <>
      <div className={classes['pair']}>
        <Select
          label={t('tasks.repeat')}
          value={recurrence?.every ?? 'none'}
          disabled={disabled}
          options={(['none', ...cycles] as const).map((every) => ({
            value: every,
            label: t(`tasks.repeats.${every}`),
          }))}
          onChange={(every) =>
            onChange({
              recurrence:
                every === 'none'
                  ? null
                  : { interval: 1, workingDays: recurrence?.workingDays ?? false, days: [], every },
            })
          }
        />
        {recurrence !== null && (
          <TextInput
            label={t(`tasks.interval.${recurrence.every}`)}
            type="number"
            min={1}
            max={365}
            value={String(recurrence.interval)}
            onChange={(text) => {
              const interval = Number(text);
              if (Number.isInteger(interval) && interval >= 1 && interval <= 365)
                onChange({ recurrence: { ...recurrence, interval } });
            }}
          />
        )}
      </div>
      {recurrence?.every === 'weekly' && (
        <MultiSelect
          label={t('tasks.weekdays')}
          values={recurrence.days.map((day) => String(day % 7))}
          options={weekdays.map((day) => ({
            value: String(day),
            label: named.format(new Date(`${dayAfter(sunday, day)}T00:00:00Z`)),
          }))}
          onChange={(days) =>
            onChange({ recurrence: { ...recurrence, days: days.map((day) => (day === '0' ? 7 : Number(day))) } })
          }
        />
      )}
      {recurrence !== null && (
        <Check
          label={t('tasks.workingDays')}
          checked={recurrence.workingDays}
          disabled={disabled}
          onChange={(workingDays) => onChange({ recurrence: { ...recurrence, workingDays } })}
        />
      )}
      <MultiSelect
        label={t('tasks.reminders')}
        values={reminders.map(({ days }) => String(days))}
        options={offered.map((days) => ({
          value: String(days),
          label: days === 0 ? t('tasks.remindToday') : t('tasks.remind', { count: days }),
        }))}
        onChange={(days) =>
          onChange({ reminders: days.slice(0, 5).map((one) => ({ days: Number(one), workingDays: counted })) })
        }
      />
      {reminders.length > 0 && (
        <Check
          label={t('tasks.countWorking')}
          checked={counted}
          disabled={disabled}
          onChange={(workingDays) => onChange({ reminders: reminders.map(({ days }) => ({ days, workingDays })) })}
        />
      )}
    </>
  );
};
