import { isId } from '@tessera/kernel';
import { isObject } from '@tessera/proto/automations';

/** The id of a record: a text, a record, or a list of one; empty where there is none. */
export const recordIdOf = (given: unknown): string => {
  const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  const id: unknown = isObject(value) ? value['id'] : value;
  return isId(id) ? id : '';
};

/** A value as a text that people read, of so many characters. */
export const textIn = (value: unknown, longest: number): string => {
  const text =
    typeof value === 'string'
      ? value
      : value === null || value === undefined
        ? ''
        : Array.isArray(value) && value.every((one) => typeof one !== 'object')
          ? value.join(', ')
          : JSON.stringify(value);
  return text.trim() === '' ? '' : text.slice(0, longest);
};

/** Every text of a value that is one or a list of them. */
export const flat = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap(flat) : typeof value === 'string' && value !== '' ? [value] : [];

/** The ids of the people that a value names, each once; those whom nobody knows are left out. */
export const peopleIn = async (
  value: unknown,
  find: (text: string) => Promise<string | undefined>,
  most: number,
): Promise<readonly string[]> => {
  const found = await Promise.all(flat(value).map(find));
  return [...new Set(found.flatMap((id) => id ?? []))].slice(0, most);
};
