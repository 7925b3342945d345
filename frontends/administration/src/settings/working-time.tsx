import { Button, IconButton, MultiSelect, TextInput, useFormats, useTexts } from '@tessera/kit';
import { IconPlus, IconTrash } from '@tessera/kit/icons';
import type { Organization } from './settings.resource.ts';
import classes from './settings.module.css';

export type Holidays = Organization['holidays'];
const days = [1, 2, 3, 4, 5, 6, 7] as const;
/** A Monday. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** On which days of the week people work, and on which days of the year nobody does. */
export const WorkingTime = ({
  workingDays,
  holidays,
  onWorkingDays,
  onHolidays,
}: {
  readonly workingDays: readonly number[];
  readonly holidays: Holidays;
  readonly onWorkingDays: (days: readonly number[]) => void;
  readonly onHolidays: (holidays: Holidays) => void;
}) => {
  const t = useTexts('administration');
  const { locale } = useFormats();
  const named = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const put = (at: number, part: Partial<Holidays[number]>): void =>
    onHolidays(holidays.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <>
      <MultiSelect
        label={t('settings.workingDays')}
        help={t('settings.workingDaysHelp')}
        values={workingDays.map(String)}
        options={days.map((day) => ({
          value: String(day),
          label: named.format(new Date(monday + (day - 1) * dayMs)),
        }))}
        error={workingDays.length === 0 ? t('settings.workingDayNeeded') : undefined}
        onChange={(chosen) => onWorkingDays(chosen.map(Number).toSorted((a, b) => a - b))}
      />
      <section className={classes['lines']} aria-label={t('settings.holidays')}>
        <h2 className="t-strong">{t('settings.holidays')}</h2>
        <p className="t-caption">{t('settings.holidaysHelp')}</p>
        {holidays.map((one, at) => (
          <div key={at} className={classes['holiday']}>
            <TextInput
              label={t('settings.holidayDay')}
              type="date"
              value={one.day}
              error={
                holidays.some((other, i) => i < at && other.day === one.day && one.day !== '')
                  ? t('settings.holidayAgain')
                  : undefined
              }
              onChange={(day) => put(at, { day })}
            />
            <TextInput
              label={t('settings.holidayName')}
              maxLength={80}
              value={one.name}
              onChange={(name) => put(at, { name })}
            />
            <IconButton
              icon={IconTrash}
              label={t('settings.holidayRemove', { name: one.name === '' ? one.day : one.name })}
              onClick={() => onHolidays(holidays.filter((_, i) => i !== at))}
            />
          </div>
        ))}
        <div>
          <Button
            icon={IconPlus}
            disabled={holidays.length >= 400}
            onClick={() => onHolidays([...holidays, { day: '', name: '' }])}
          >
            {t('settings.holidayAdd')}
          </Button>
        </div>
      </section>
    </>
  );
};
