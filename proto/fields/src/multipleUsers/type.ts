import { currentUserProperty } from '../computed-default.ts';
import { longestList, splitLabels } from '../options.ts';
import { usersOperators } from '../operators.ts';
import { flag } from '../property.ts';
import { countAggregates } from '../shared.ts';
import { FieldError, type FieldType } from '../type.ts';
import { user } from '../user/type.ts';

const mostPeople = 100;

/** Each once, in the order in which they are named. Throws FieldError. */
const keep = (ids: readonly string[]): readonly string[] | null => {
  const distinct = [...new Set(ids)];
  if (distinct.length > mostPeople)
    throw new FieldError('multipleUsers.too_many', `A field has at most ${mostPeople} people`, { limit: mostPeople });
  return distinct.length === 0 ? null : distinct;
};
const quote = (name: string): string => (/[;,"\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** Several people, in the order in which they were chosen. */
export const multipleUsers: FieldType = {
  id: 'multipleUsers',
  storage: 'users',
  searchable: false,
  keyable: false,
  shape: 'person',
  conversions: { group: 'person', to: ['text', 'person'], from: ['person'] },
  format: { takes: 'A list of people by id, name or e-mail.', example: ['01jd8z6v0e3k7m2n4p5q6r7s8t'] },
  properties: { notify: flag, ...currentUserProperty },
  props: user.props,
  fromJson: (value, props, context) => {
    if (value === null || value === '') return null;
    const list: unknown = typeof value === 'string' ? [value] : value;
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string' && one !== ''))
      throw new FieldError('multipleUsers.invalid', 'This field takes a list of people');
    return keep(list.map((one: string) => user.fromJson(one, props, context) as string));
  },
  toJson: (cell) => cell,
  fromText: (text, props, context) => {
    const whole = text.trim();
    if (whole === '') return null;
    if (whole.length > longestList) throw new FieldError('multipleUsers.invalid', 'This is no list of people');
    // A name may have a comma.
    const one = context.findUser?.(whole);
    if (one !== undefined) return [one];
    return keep(splitLabels(whole).map((name) => user.fromText(name, props, context) as string));
  },
  toText: (cell, props, context) =>
    (cell as readonly string[]).map((id) => quote(user.toText(id, props, context))).join(', '),
  computedDefault: { property: 'default_current_user', cell: ({ by }) => (by === undefined ? null : [by]) },
  operators: usersOperators,
  sortable: false,
  aggregates: countAggregates,
};
