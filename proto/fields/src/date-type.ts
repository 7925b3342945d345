import { dateFormats, formatDate } from './dates.ts';
import { textOf } from './property.ts';
import { FieldError, type FieldProps, type ShowContext } from './type.ts';
import { wallOf } from './zones.ts';

export const notADate = (): FieldError => new FieldError('date.invalid', 'This is not a date');
export const noSuchDay = (): FieldError => new FieldError('date.no_such_day', 'This month has no such day');

export const dateProperties = { date_format: textOf(40, dateFormats[0]) } as const;

export const dateProps = (input: Partial<FieldProps>): FieldProps => {
  if (!input.date_format) return {};
  if (!dateFormats.some((known) => known === input.date_format))
    throw new FieldError('props.date_format', `A date format is one of ${dateFormats.join(', ')}`);
  return { date_format: input.date_format };
};

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

/** The time of a day, from ms since midnight. */
export const clockText = (time: number): string => {
  const seconds = Math.floor(time / 1000) % 60;
  const ms = time % 1000;
  return `${two(Math.floor(time / 3_600_000))}:${two(Math.floor(time / 60_000) % 60)}${seconds || ms ? `:${two(seconds)}` : ''}${ms ? `.${String(ms).padStart(3, '0')}` : ''}`;
};

/** Local date and time, on 24 hours; seconds and ms only where there are any, so that nothing is lost in copying. */
export const instantText = (instant: number, props: FieldProps, context: ShowContext): string => {
  const { date, time } = wallOf(instant, context.timezone);
  return `${formatDate(date, props, context.locale)} ${clockText(time)}`;
};

export const instantJson = (instant: number): string => new Date(instant).toISOString();
