import { isId } from '@tessera/kernel';
import { isObject } from '@tessera/proto/automations';
import { invalid } from '../refusals.ts';
import type { Carries, Doing } from './step.ts';

const tableIn = ({ input }: Doing): string => String(input['tableId'] ?? '');
const valuesIn = ({ input }: Doing): Readonly<Record<string, unknown>> =>
  isObject(input['values']) ? input['values'] : {};

/** The id of the record: a text, a record, or a list of one. */
const recordIn = ({ input }: Doing): string => {
  let value = input['recordId'];
  if (Array.isArray(value) && value.length === 1) value = value[0] as unknown;
  if (isObject(value)) value = value['id'];
  if (!isId(value)) throw invalid('automations.record_missing');
  return value;
};

export const createRecord: Carries = {
  run: async (doing) => {
    const [tableId, values] = [tableIn(doing), valuesIn(doing)];
    if (!doing.simulated)
      return { output: { record: await doing.tables.create(doing.actor, tableId, values, doing.cause) } };
    await doing.tables.check(doing.actor, tableId, values);
    return { output: { record: { ...values, id: null } } };
  },
};

export const updateRecord: Carries = {
  run: async (doing) => {
    const [tableId, values, recordId] = [tableIn(doing), valuesIn(doing), recordIn(doing)];
    const { actor, tables, cause } = doing;
    if (!doing.simulated) return { output: { record: await tables.update(actor, tableId, recordId, values, cause) } };
    await tables.check(actor, tableId, values);
    const [record] = await tables.read(actor, tableId, [recordId]);
    if (record === undefined) throw invalid('automations.record_missing');
    return { output: { record: { ...record, ...values } } };
  },
};

export const deleteRecord: Carries = {
  run: async (doing) => {
    const [tableId, recordId] = [tableIn(doing), recordIn(doing)];
    const { actor, tables, cause } = doing;
    if (!doing.simulated) await tables.remove(actor, tableId, recordId, cause);
    else if ((await tables.read(actor, tableId, [recordId])).length === 0) throw invalid('automations.record_missing');
    return { output: {} };
  },
};

const usualLimit = 100;

export const findRecords: Carries = {
  run: async (doing) => {
    const limit = typeof doing.input['limit'] === 'number' ? doing.input['limit'] : usualLimit;
    const records = await doing.tables.find(doing.actor, tableIn(doing), doing.input['filter'], limit);
    return { output: { records, count: records.length, record: records[0] ?? null } };
  },
};
