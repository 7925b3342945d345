import { isObject } from '@tessera/proto/automations';
import { conflict, invalid } from '../refusals.ts';
import { recordIdOf } from './said.ts';
import type { Carries, Doing } from './step.ts';

const tableIn = ({ input }: Doing): string => String(input['tableId'] ?? '');
const valuesIn = ({ input }: Doing): Readonly<Record<string, unknown>> =>
  isObject(input['values']) ? input['values'] : {};

const recordIn = ({ input }: Doing): string => {
  const id = recordIdOf(input['recordId']);
  if (id === '') throw invalid('automations.record_missing');
  return id;
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

/** Two is enough to tell that a value is not one record's alone. */
const sameKey = 2;

export const upsertRecord: Carries = {
  run: async (doing) => {
    const [tableId, values] = [tableIn(doing), valuesIn(doing)];
    const { actor, tables, input } = doing;
    const fieldId = String(input['keyFieldId'] ?? '');
    const key = values[fieldId];
    if (key === null || key === undefined || key === '') throw invalid('automations.key_missing');
    const found = await tables.withValue(actor, tableId, fieldId, key, sameKey);
    if (found.length > 1) throw conflict('automations.key_several');
    const [known] = found;
    if (known === undefined) return createRecord.run(doing);
    return updateRecord.run({ ...doing, input: { ...input, recordId: known.id } });
  },
};

const mostLinked = 500;

export const linkRecords: Carries = {
  run: async (doing) => {
    const [tableId, recordId] = [tableIn(doing), recordIn(doing)];
    const { actor, tables, input } = doing;
    const fieldId = String(input['fieldId'] ?? '');
    const given = input['linked'];
    const linked = (Array.isArray(given) ? given : [given]).flatMap((one) => recordIdOf(one) || []);
    if (linked.length === 0) throw invalid('automations.record_missing');
    if (linked.length > mostLinked) throw conflict('automations.too_many_linked');
    if (!doing.simulated)
      return { output: { record: await tables.link(actor, tableId, recordId, fieldId, linked, doing.cause) } };
    const [record] = await tables.read(actor, tableId, [recordId]);
    if (record === undefined) throw invalid('automations.record_missing');
    return { output: { record } };
  },
};

export const aggregateRecords: Carries = {
  run: async ({ input, actor, tables }) => {
    const fieldId = typeof input['fieldId'] === 'string' ? input['fieldId'] : '';
    const fn = String(input['function'] ?? 'count');
    return {
      output: { value: await tables.amount(actor, String(input['tableId'] ?? ''), fn, fieldId, input['filter']) },
    };
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
