import { readContextFor, typeOfField } from '@tessera/fields';
import { type RuleCells, type RuledState, ruledFields } from '@tessera/fields/conditionals';
import type { Field, Id, Table } from '@tessera/kit';

type Ruled = Pick<Table, 'fields' | 'conditionals'>;
const plain: RuledState = { hidden: false, required: false, readOnly: false };
const neutral = readContextFor('en', 'UTC');

const cellOf = (field: Field, value: unknown): RuleCells[string] => {
  const type = typeOfField(field);
  if (value === null || value === undefined || type === undefined) return null;
  try {
    return type.fromJson(value, field.props, neutral);
  } catch {
    // What is still being typed is no value yet.
    return null;
  }
};

/** How the rules of a table have a field of a record with these values. The server judges writes by the same rules. */
export const ruledBy = (
  { fields, conditionals }: Ruled,
  values: Readonly<Record<Id, unknown>>,
): ((id: Id) => RuledState) => {
  if (conditionals.length === 0) return () => plain;
  const byId = new Map(fields.map((field) => [field.id, field]));
  const asked = new Set(conditionals.flatMap(({ conditions }) => conditions.map(({ fieldId }) => fieldId)));
  const cells = Object.fromEntries(
    [...asked].flatMap((id) => {
      const field = byId.get(id);
      return field === undefined ? [] : [[id, cellOf(field, values[id])]];
    }),
  );
  const states = ruledFields(
    conditionals,
    (id) => {
      const field = byId.get(id);
      const type = field && typeOfField(field);
      return type === undefined || field === undefined ? undefined : { type, props: field.props };
    },
    cells,
  );
  return (id) => states.get(id) ?? plain;
};
