import { type ViewPart, viewTypes } from '@tessera/proto/views';
import { api, type Json } from '../../runtime/src/testing/whole.ts';
import type { TestCaller } from '../../runtime/src/testing.ts';

/** The fields of the table that has the views, by what a part may take. */
const names = ['any', 'choice', 'day'] as const;
type Fields = Readonly<Record<(typeof names)[number], string>>;
const fieldsOf = (fields: readonly Json[]): Fields =>
  Object.fromEntries(
    names.map((name) => [name, String(fields.find((field) => field['name'] === name)!['id'])]),
  ) as Fields;

/** A value of each kind of part, other than what a view has without it. */
const examples: { readonly [Of in ViewPart['of']]: (part: Extract<ViewPart, { of: Of }>, fields: Fields) => unknown } =
  {
    columns: (_part, { any }) => [{ fieldId: any, hidden: true, width: 300 }],
    questions: (_part, { any }) => [
      { fieldId: any, hidden: true, label: 'Called so', help: 'Said below', default: 'Given', required: true },
    ],
    filter: (_part, { any }) => ({ fieldId: any, operator: 'isNotEmpty' }),
    sort: (_part, { any }) => [{ fieldId: any, order: 'desc' }],
    group: (_part, { any }) => [{ fieldId: any, order: 'desc' }],
    field: ({ takes }, fields) => fields[takes ?? 'any'],
    fields: ({ takes }, fields) => [fields[takes ?? 'any']],
    lanes: () => [
      { key: 'one', color: 'rose', limit: 5 },
      { key: null, hidden: true, folded: true },
    ],
    aggregate: (_part, { any }) => ({ fieldId: any, function: 'filled' }),
    flag: () => true,
    text: ({ most }) => 'x'.repeat(most),
    integer: ({ max }) => max,
    choice: ({ values }) => values.at(-1),
    choices: ({ values }) => values.slice(1),
  };
const exampleOf = (part: ViewPart, fields: Fields): unknown =>
  (examples[part.of] as (one: ViewPart, of: Fields) => unknown)(part, fields);

/** A configuration of each type of view with all of its parts. A type that is added is among them without a word here. */
const described = (fields: Fields): readonly { readonly type: string; readonly config: Json }[] =>
  viewTypes.map(({ id, config }) => ({
    type: id,
    config: Object.fromEntries(Object.entries(config).map(([name, part]) => [name, exampleOf(part, fields)])),
  }));

/** Makes a table with a view of each type; answers where it is read. */
export const makeViews = async (who: TestCaller): Promise<string> => {
  const made = await api(who, 'POST', '/v3/tables', {
    label: 'Seen',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'any', type: 'singleLineText' },
      { name: 'choice', type: 'select', props: { options: [{ label: 'One' }] } },
      { name: 'day', type: 'date' },
    ],
  });
  const table = `/v3/tables/${String(made['id'])}`;
  for (const { type, config } of described(fieldsOf(made['fields'] as Json[])))
    await api(who, 'POST', `${table}/views`, { label: `all of ${type}`, type, config });
  return table;
};

/** The parts that the API answers otherwise than they were given, a line each. */
export const droppedParts = async (who: TestCaller, table: string): Promise<readonly string[]> => {
  const { fields, views } = (await api(who, 'GET', table)) as { fields: Json[]; views: Json[] };
  return described(fieldsOf(fields)).flatMap(({ type, config }) => {
    const answered = views.find(({ label }) => label === `all of ${type}`);
    return Object.entries(config).flatMap(([part, given]) => {
      const [was, is] = [JSON.stringify(given), JSON.stringify((answered?.['config'] as Json | undefined)?.[part])];
      return was === is && answered?.['type'] === type ? [] : [`${type}: ${part} was ${was}, is ${is}`];
    });
  });
};
