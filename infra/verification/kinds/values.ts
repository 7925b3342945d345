import {
  addDays,
  anyText,
  type FieldProps,
  type FieldType,
  fieldTypes,
  type FilterOperator,
  hasOptions,
  isWritten,
  type SelectOption,
} from '@tessera/fields';
import { sampleCell, seeded } from '@tessera/fields/testing';
import { fold, isParts, type Cell } from '@tessera/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { api, type Json } from '../../runtime/src/testing/whole.ts';
import type { TestCaller } from '../../runtime/src/testing.ts';

// Every field type that people enter, walked through what a field can do. A type that is added is among them without a
// word here.

const options: readonly SelectOption[] = ['To do', 'Done, late', 'Say "hi"; now', 'Não é'].map((label, at) => ({
  id: `0000000000000000000000000${at + 1}`,
  label,
  color: 'blue',
}));
const types = fieldTypes.filter((type) => isWritten(type) && type.links === undefined);
const records = 12;

type Walked = {
  readonly type: FieldType;
  readonly props: FieldProps;
  /** By record, as the API is to answer them; the last record has none. */
  readonly values: readonly unknown[];
};

/** Values of types of files, by type: their files were uploaded when the table was made. */
const uploaded = new Map<string, readonly unknown[]>();

/** Uploads a picture of a name, which is not looked at; answers it as a field has it. */
const upload = async (who: TestCaller, name: string): Promise<Json> => {
  const bytes = `GIF89a${name}`;
  const begun = await who.call('POST', '/v3/files', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': String(Buffer.byteLength(bytes)),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
  });
  const path = begun.headers.get('location')!.replace(/^\/api/, '');
  await who.call('PATCH', path, bytes, {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  });
  const { id, size, type } = await api(who, 'GET', path);
  return { id, name, size, type, url: `/api/v3/files/${String(id)}` };
};

const walkOf = (type: FieldType, me: string): Walked => {
  const given = uploaded.get(type.id);
  if (given !== undefined) return { type, props: type.props({}), values: given };
  const props = type.props(hasOptions(type.id) ? { options } : {});
  const random = seeded(type.id.length * 7919);
  const cell = (): Cell => {
    if (type.storage === 'user') return me;
    if (type.storage === 'users') return [me];
    const made = sampleCell(type, props, random);
    // Of years that every locale writes with four digits.
    return type.storage === 'instant'
      ? 1_600_000_000_000 + ((Math.floor((made as number) / 60_000) * 60_000) % 300_000_000_000)
      : made;
  };
  return {
    type,
    props,
    values: Array.from({ length: records }, (_, at) => (at === records - 1 ? null : type.toJson(cell(), props))),
  };
};

/** Makes a table with a field of each type and twelve records; answers where it is read. */
export const makeWalked = async (who: TestCaller): Promise<string> => {
  const me = await meOf(who);
  for (const { id: type } of types.filter(({ storage }) => storage === 'files')) {
    const values: unknown[] = [];
    for (let at = 0; at < records - 1; at++)
      values.push([await upload(who, `${at}, "ä" .gif`), ...(at === 0 ? [await upload(who, '../two.gif')] : [])]);
    uploaded.set(type, [...values, null]);
  }
  const walked = types.map((type) => walkOf(type, me));
  const { id } = await api(who, 'POST', '/v3/tables', {
    label: 'Walked',
    fields: walked.map(({ type, props }) => ({ name: type.id, type: type.id, props })),
  });
  const path = `/v3/tables/${String(id)}`;
  const { fields } = await api(who, 'GET', path);
  const idOf = (name: string): string => String((fields as Json[]).find((field) => field['name'] === name)!['id']);
  await api(who, 'POST', `${path}/records`, {
    records: Array.from({ length: records }, (_, at) => ({
      fields: Object.fromEntries(walked.map(({ type, values }) => [idOf(type.id), values[at]])),
    })),
  });
  return path;
};

const meOf = async (who: TestCaller): Promise<string> =>
  String(((await api(who, 'GET', '/v3/users'))['users'] as Json[])[0]!['id']);

/** A value that an operator takes, of which the field's first record has the value. */
const operandOf = ({ id: operator, value: kind }: FilterOperator, { type, props, values }: Walked): unknown => {
  const whole = values[0];
  // What is asked of a structured value is asked of its first part, or of the list that is told for it.
  const value = type.mainPart === undefined || Array.isArray(whole) ? whole : (whole as Json)[type.mainPart];
  switch (kind) {
    case 'none':
      return undefined;
    case 'text':
    case 'texts': {
      if (kind === 'texts' && Array.isArray(value)) return value;
      const text = type.toText(type.fromJson(value, props, reading)!, props, { locale: 'en', timezone: 'UTC' });
      return kind === 'text' ? text : [text];
    }
    case 'options':
    case 'users':
      return Array.isArray(value) ? value : [value];
    case 'range':
      // Moments lie between days, which begin where the organization is.
      return type.storage === 'instant'
        ? [-1, 1].map((days) => addDays(String(value).slice(0, 10), days))
        : [value, value];
    case 'date':
      return operator === 'isWithin' ? String(value).slice(0, 10) : value;
    default:
      return value;
  }
};
const reading = { decimal: '.', dayFirst: false, timezone: 'UTC', findUser: (text: string) => text } as const;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const sorted = (values: readonly unknown[]): readonly string[] => values.map((one) => JSON.stringify(one)).sort();

/** What does not hold for the values of a walked table, a line each: written and read, filtered, sorted, grouped, counted. */
export const unread = async (who: TestCaller, path: string): Promise<readonly string[]> => {
  const me = await meOf(who);
  const { fields } = await api(who, 'GET', path);
  const lines: string[] = [];
  const query = async (body: object): Promise<readonly Json[]> =>
    (await api(who, 'POST', `${path}/records/query`, { limit: 100, ...body }))['records'] as Json[];
  const all = await query({});
  for (const type of types) {
    const walked = walkOf(type, me);
    const { values, props } = walked;
    const fieldId = String((fields as Json[]).find(({ name }) => name === type.id)!['id']);
    const say = (what: string): void => void lines.push(`${type.id}: ${what}`);
    const valuesOf = (list: readonly Json[]): unknown[] => list.map((record) => record['fields'][fieldId] ?? null);
    all.forEach((record, at) => {
      const read: unknown = record['fields'][fieldId] ?? null;
      if (!same(read, values[at])) say(`wrote ${JSON.stringify(values[at])}, read ${JSON.stringify(read)}`);
    });

    for (const operator of type.operators) {
      const value = operandOf(operator, walked);
      const found = valuesOf(
        await query({ filter: { fieldId, operator: operator.id, ...(value !== undefined && { value }) } }),
      );
      const negative = /^(?:not|isNone|isNot|hasNone)/.test(operator.id) || operator.id === 'isFalse';
      const strict = /^(?:before|after|greaterThan|lessThan|isEmpty|isTrue|isFalse|isNotEmpty|isWithin)$/.test(
        operator.id,
      );
      const hasIt = found.some((one) => same(one, values[0]));
      if (!strict && hasIt === negative) say(`${operator.id} ${JSON.stringify(value)} found ${JSON.stringify(found)}`);
      if (operator.id === 'isEmpty' && !same(found, [null])) say(`isEmpty found ${JSON.stringify(found)}`);
      if (operator.id === 'isNotEmpty' && found.length !== records - 1) say(`isNotEmpty found ${found.length}`);
    }

    if (type.sortable) {
      const [up, down] = await Promise.all(
        (['asc', 'desc'] as const).map(async (order) => valuesOf(await query({ sort: [{ fieldId, order }] }))),
      );
      // What is not ticked is empty or not: the two are one.
      const isTick = type.storage === 'boolean';
      if (!isTick && (up!.at(-1) !== null || down!.at(-1) !== null)) say('an empty value does not come last');
      if (!same(sorted(up!), sorted(values))) say('sorting loses values');
      const [first, last] = isTick
        ? [up!.map(Boolean), down!.map(Boolean).reverse()]
        : [up!.slice(0, -1), down!.slice(0, -1).reverse()];
      // Equal ones stand in order of their making in both directions.
      const key = (one: unknown): string => {
        if (typeof one === 'string') return fold(one);
        // A list is sorted by a part that is made from it.
        const cell = Array.isArray(one) && type.mainPart !== undefined ? type.fromJson(one, props, reading) : null;
        return JSON.stringify(isParts(cell) ? cell[type.mainPart!] : one);
      };
      if (!same(first.map(key), last.map(key)))
        say(`up is ${JSON.stringify(first)}, down turned is ${JSON.stringify(last)}`);
    }
    // Hardly two moments are the same: they are not grouped.
    if (type.sortable && type.storage !== 'instant') {
      const groups = await api(who, 'POST', `${path}/records/groups`, { groupBy: [{ fieldId }] });
      const counted = (groups['groups'] as Json[]).reduce((sum, { count }) => sum + Number(count), 0);
      if (counted !== records) say(`its groups have ${counted} records`);
    }

    const totals = await api(who, 'POST', `${path}/records/aggregate`, {
      aggregates: type.aggregates.map((fn) => ({ fieldId, function: fn })),
    });
    const total = (fn: string): unknown =>
      (totals['values'] as Json[]).find((one) => one['function'] === fn)?.['value'];
    if (total('count') !== records) say(`counts ${String(total('count'))}`);
    if (type.aggregates.includes('filled') && total('filled') !== records - 1)
      say(`filled is ${String(total('filled'))}`);

    if (type.searchable) {
      // Words of a search are looked for in each part: its commas are the line's.
      const part: unknown = type.mainPart === undefined ? undefined : (values[0] as Json)[type.mainPart];
      const text =
        typeof part === 'string'
          ? part
          : type.toText(type.fromJson(values[0], props, reading)!, props, { locale: 'en', timezone: 'UTC' });
      const found = valuesOf(await query({ search: text.split('\n')[0]!.slice(0, 100) }));
      if (!found.some((one) => same(one, values[0]))) say(`a search for ${text} does not find it`);
    }
  }
  return lines;
};

/** What of the values is lost on the way to text and back, a line each. The fields are converted, and stand as before. */
export const unconverted = async (who: TestCaller, path: string): Promise<readonly string[]> => {
  const lines: string[] = [];
  const { fields } = await api(who, 'GET', path);
  const read = async (id: string): Promise<readonly unknown[]> =>
    ((await api(who, 'POST', `${path}/records/query`, { limit: 100, fields: [id] }))['records'] as Json[]).map(
      (record) => (record['fields'][id] as unknown) ?? null,
    );
  const convert = async (id: string, body: object): Promise<Json> => {
    const preview = await api(who, 'POST', `${path}/fields/${id}/convert/preview`, body);
    const { operationId } = await api(who, 'POST', `${path}/fields/${id}/convert`, body);
    for (;;) {
      const { state } = await api(who, 'GET', `/v3/operations/${String(operationId)}`);
      if (state !== 'running') break;
      await pause(50);
    }
    return preview;
  };
  for (const field of fields as Json[]) {
    const type = types.find(({ id }) => id === field['type']);
    const id = String(field['id']);
    // A text of several lines becomes one of a single line, and stays one.
    if (type === undefined || type.anyText || type.unwritten !== undefined) continue;
    const before = await read(id);
    const say = (what: string): void => void lines.push(`${type.id}: ${what}`);
    const there = await convert(id, { type: anyText });
    if (Number(there['lost']) > 0) say(`${String(there['lost'])} lost as texts`);
    const back = await convert(id, { type: type.id, props: field['props'] as unknown });
    if (Number(back['lost']) > 0) say(`${String(back['lost'])} lost on the way back`);
    const after = await read(id);
    if (!same(before, after)) say(`was ${JSON.stringify(before)}, is ${JSON.stringify(after)}`);
  }
  return lines;
};
