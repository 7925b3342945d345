import { exampleOf, fieldType, fieldTypes } from '@tessera/fields';
import { api, type Json } from '../../runtime/src/testing/whole.ts';
import type { TestCaller } from '../../runtime/src/testing.ts';

/**
 * Every property of every field type on its own, and all of a type together. A type that is added is among them without
 * a word here; links alone are made otherwise, with the other side of theirs, what is computed, whose result decides which
 * of their properties they have, and what goes by a choice of the same table.
 */
const described = fieldTypes
  .filter(({ along, apart, derived, links }) => (links ?? derived ?? along) === undefined && apart !== 'stays')
  .flatMap((type) => {
    const examples = Object.entries(type.properties).map(([name, property]) => [name, exampleOf(property)] as const);
    const together = { name: `${type.id} with all`, type: type.id, props: Object.fromEntries(examples) };
    return [
      together,
      ...examples.map(([name, value]) => ({ name: `${type.id} ${name}`, type: type.id, props: { [name]: value } })),
    ];
  })
  .concat([
    { name: 'formula of a number', type: 'formula', props: { formula: '1 / 3', decimals: 4, thousands: true } },
    { name: 'formula of a day', type: 'formula', props: { formula: 'DATE(2026, 1, 2)', date_format: 'yyyy-MM-dd' } },
  ]);

/** What is computed along a link of the table to itself, of a number and of a day. */
const linked = [
  { name: 'lookup of a number', type: 'lookup', of: 'number with all', props: { decimals: 3, thousands: true } },
  { name: 'lookup of a day', type: 'lookup', of: 'date with all', props: { date_format: 'yyyy-MM-dd' } },
  {
    name: 'rollup of a number',
    type: 'rollup',
    of: 'number with all',
    props: { function: 'sum', decimals: 2, thousands: true },
  },
  {
    name: 'rollup of a day',
    type: 'rollup',
    of: 'date with all',
    props: { function: 'max', date_format: 'yyyy-MM-dd' },
  },
  { name: 'count of links', type: 'count', of: undefined, props: { thousands: true } },
  { name: 'button', type: 'addConnectedRecordBtn', of: undefined, props: { label: 'Add' } },
] as const;

/** How long records were in an option of a choice of the table. */
const makeStay = async (who: TestCaller, path: string, fields: readonly Json[]): Promise<void> => {
  const choice = fields.find((field) => field['name'] === 'select with all')!;
  const props = { fieldId: choice['id'], optionId: choice['props']['options'][0]['id'] };
  const made = await api(who, 'POST', `${path}/fields`, { name: 'stay', type: 'timeInTheSection', props });
  if (made['props']['fieldId'] !== props.fieldId || made['props']['optionId'] !== props.optionId)
    throw new Error(`the choice of a stay became ${JSON.stringify(made['props'])}`);
};

/** Makes a table with a field for each; answers where it is read. */
export const makeDescribed = async (who: TestCaller): Promise<string> => {
  const { id, fields } = await api(who, 'POST', '/v3/tables', { label: 'Described', fields: described });
  const path = `/v3/tables/${String(id)}`;
  await makeStay(who, path, fields as Json[]);
  const link = await api(who, 'POST', `${path}/fields`, {
    name: 'Link',
    type: 'connectedRecord',
    props: { tableId: id },
  });
  for (const { name, type, of, props } of linked) {
    const fieldId = (fields as Json[]).find((field) => field['name'] === of)?.['id'] as string | undefined;
    const filter = { fieldId: (fields as Json[])[0]!['id'], operator: 'isNotEmpty' };
    const made = await api(who, 'POST', `${path}/fields`, {
      name,
      type,
      props: {
        ...props,
        linkFieldId: link['id'],
        ...(fieldId && { fieldId }),
        ...(fieldType(type)!.properties['filter'] && { filter }),
      },
    });
    if (fieldType(type)!.properties['filter'] && JSON.stringify(made['props']['filter']) !== JSON.stringify(filter))
      throw new Error(`the filter of ${name} became ${JSON.stringify(made['props']['filter'])}`);
  }
  return path;
};

/** The properties that the API answers otherwise than they were given, a line each. */
export const dropped = async (who: TestCaller, table: string): Promise<readonly string[]> => {
  const fields = (await api(who, 'GET', table))['fields'] as Json[];
  return [...described, ...linked].flatMap(({ name, props }) =>
    Object.entries(props).flatMap(([property, given]) => {
      const answered: unknown = fields.find((field) => field['name'] === name)?.['props']?.[property];
      const [was, is] = [JSON.stringify(given), JSON.stringify(answered)];
      return was === is ? [] : [`${name}: ${property} was ${was}, is ${is}`];
    }),
  );
};
