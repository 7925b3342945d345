import { isWritten } from '@tessera/fields';
import { fold } from '@tessera/kernel';
import { isObject } from '@tessera/proto/automations';
import type { Field } from '@tessera/proto/tables/v1/events';
import { typeOf } from '../access/tables.ts';
import { invalid } from '../refusals.ts';

/**
 * What was sent as values of a record: each name of the body is that of a field, whatever its case, or its id. Names that
 * no field has are passed over: other programs send much that a table has no place for.
 */
export const valuesOf = (body: unknown, fields: readonly Field[]): Readonly<Record<string, unknown>> => {
  if (!isObject(body)) throw invalid('incoming.body_wrong');
  const byName = new Map<string, string>();
  for (const field of fields) {
    const type = typeOf(field);
    if (type === undefined || !isWritten(type)) continue;
    const name = fold(field.name);
    // The first of those with one name.
    if (!byName.has(name)) byName.set(name, field.id);
    byName.set(field.id, field.id);
  }
  const values = Object.entries(body).flatMap(([name, value]) => {
    const id = byName.get(name) ?? byName.get(fold(name));
    return id === undefined ? [] : [[id, value] as const];
  });
  if (values.length === 0) throw invalid('incoming.nothing_fits');
  return Object.fromEntries(values);
};
