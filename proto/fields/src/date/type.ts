import { nowProperty, nowProps, wallNow } from '../computed-default.ts';
import { dateProperties, dateProps, noSuchDay, notADate } from '../date-type.ts';
import { chooseDate, civil, dateShape, formatDate, orderFor, serialDate } from '../dates.ts';
import { dateOperators } from '../operators.ts';
import { dateAggregates } from '../shared.ts';
import { FieldError, type FieldType } from '../type.ts';

/** A day with whatever time follows it. */
const longestDate = 60;
/**
 * A civil day, without time and zone. A text with a time keeps its day; in imports that loses nothing only at midnight,
 * so others do not fit.
 */
export const date: FieldType = {
  id: 'date',
  storage: 'date',
  searchable: false,
  keyable: false,
  shape: 'day',
  conversions: { group: 'moment', to: ['text', 'options', 'moment'] },
  format: { takes: 'A day as `YYYY-MM-DD`.', example: '2026-03-31' },
  properties: { ...dateProperties, ...nowProperty },
  props: (input) => ({ ...dateProps(input), ...nowProps(input) }),
  fromJson: (value) => {
    if (value === null || value === '') return null;
    const parts =
      typeof value === 'string' && value.length <= longestDate ? /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(value) : null;
    if (!parts) throw notADate();
    const found = civil(Number(parts[1]), Number(parts[2]), Number(parts[3]));
    if (found === undefined) throw noSuchDay();
    return found;
  },
  toJson: (cell) => cell,
  fromText: (text, props, context) => {
    const trimmed = text.trim();
    if (trimmed === '') return null;
    if (context.serialDates) {
      const serial = serialDate(trimmed, context.strict);
      if (serial) {
        if (context.strict && serial.time !== 0) throw new FieldError('date.has_time', 'This is a date with a time');
        return serial.date;
      }
    }
    const shape = dateShape(trimmed);
    if (!shape) {
      const compact = context.strict ? null : /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed);
      const found = compact && civil(Number(compact[1]), Number(compact[2]), Number(compact[3]));
      if (found) return found;
      throw notADate();
    }
    if (context.strict && shape.time) throw new FieldError('date.has_time', 'This is a date with a time');
    const found = chooseDate(shape, orderFor(props, context));
    if (found === undefined)
      throw shape.noSuchDay ? noSuchDay() : new FieldError('date.other_order', 'Day and month are the other way round');
    return found;
  },
  toText: (cell, props, context) => formatDate(cell as string, props, context.locale),
  computedDefault: { property: 'default_now', cell: (making) => wallNow(making).date },
  operators: dateOperators,
  sortable: true,
  aggregates: dateAggregates,
};
