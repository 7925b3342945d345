import { userOperators } from '../operators.ts';
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
  editor: 'user',
  display: 'user',
  props: (input) => (input.notify ? { notify: true } : {}),
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
  operators: userOperators,
  sortable: true,
  aggregates: countAggregates,
};
