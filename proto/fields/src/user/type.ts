import { currentUserProperty, currentUserProps } from '../computed-default.ts';
import { userOperators } from '../operators.ts';
import { flag } from '../property.ts';
import { countAggregates } from '../shared.ts';
import { FieldError, type FieldType, type ReadContext } from '../type.ts';

/** No name and no address is longer. */
const longestName = 400;
const idShape = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** A user by id, name or e-mail; without a directory in the context only ids are read. Throws `user.unknown`. */
const readUser = (text: string, context: ReadContext): string => {
  const found =
    text.length > longestName
      ? undefined
      : context.findUser
        ? context.findUser(text)
        : idShape.test(text)
          ? text
          : undefined;
  if (found === undefined)
    throw new FieldError('user.unknown', `"${text.slice(0, 100)}" is nobody here`, { text: text.slice(0, 100) });
  return found;
};

export const user: FieldType = {
  id: 'user',
  storage: 'user',
  searchable: false,
  keyable: false,
  shape: 'person',
  conversions: { group: 'person', to: ['text', 'options'] },
  format: { takes: 'The id of a person, or their name or e-mail.', example: '01jd8z6v0e3k7m2n4p5q6r7s8t' },
  properties: { notify: flag, ...currentUserProperty },
  props: (input) => ({ ...(input.notify && { notify: true }), ...currentUserProps(input) }),
  fromJson: (value, _props, context) => {
    if (value === null || value === '') return null;
    if (typeof value !== 'string') throw new FieldError('user.invalid', 'This field takes a user');
    return readUser(value.trim(), context);
  },
  toJson: (cell) => cell,
  fromText: (text, _props, context) => {
    const name = text.trim();
    return name === '' ? null : readUser(name, context);
  },
  toText: (cell, _props, context) => context.userName?.(cell as string) ?? (cell as string),
  computedDefault: { property: 'default_current_user', cell: ({ by }) => by ?? null },
  operators: userOperators,
  sortable: true,
  aggregates: countAggregates,
};
