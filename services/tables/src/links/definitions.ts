import { fieldTypes } from '@tessera/fields';
import { can } from '@tessera/proto/rights';
import { fold, isId, type Actor, type Loading } from '@tessera/kernel';
import { refuse, tableNotFound } from '../access/require.ts';
import { makeField, maxFields, type FieldInput, type PropsInput } from '../definitions/fields.ts';
import { loadDefinition, type Definition } from '../definitions/handler.ts';
import { fieldToMessage } from '../definitions/mapper.ts';
import { linkProps, type LinkProps } from '../definitions/schema.ts';
import type { FieldState, TableState } from '../definitions/state.ts';
import { typeOf } from '../definitions/types.ts';
import type { TablesEvent } from '../events.ts';
import { conflict, invalid } from '../refusals.ts';

/** The type of what stands at the other end of a link field. */
const otherSide = fieldTypes.find(({ links }) => links === 'other')!;

type OtherInput = { readonly name?: string; readonly shown?: boolean; readonly multiple?: boolean };
type LinkInput = Partial<Omit<LinkProps, 'other'>> & { readonly other?: OtherInput };
const inputOf = ({ props }: Pick<FieldInput, 'props'>): LinkInput => (props ?? {}) as LinkInput;

/** The table that a link field is to lead to. */
export const targetOf = (field: Pick<FieldInput, 'props'>): string | undefined => inputOf(field).tableId;

/** Whether a field of this type owns links, which stand in another table as well. */
export const ownsLinks = (type: string): boolean => typeOf(type)?.links === 'owning';

/** The field at the other end of one, of either side: its table and its id; undefined of any other field. */
export const otherEnd = (
  field: FieldState | undefined,
): { readonly tableId: string; readonly fieldId: string } | undefined => {
  if (field === undefined || typeOf(field.type)?.links === undefined) return undefined;
  const { tableId, referenceFieldId, ofFieldId } = linkProps(field);
  const fieldId = referenceFieldId ?? ofFieldId;
  return fieldId === undefined ? undefined : { tableId, fieldId };
};

/** A field of a table, live or deleted. */
export const anyField = (table: TableState | undefined, fieldId: string): FieldState | undefined =>
  table?.fields.find(({ id }) => id === fieldId) ??
  table?.deletedFields.find(({ field }) => field.id === fieldId)?.field;

/** The definition at the other end of a link; undefined where that is the own table or there is none. */
export function* loadOther(tableId: string, otherId: string | undefined): Loading<Definition | undefined> {
  return otherId === undefined || otherId === tableId || !isId(otherId) ? undefined : yield* loadDefinition(otherId);
}

const freeName = (table: readonly FieldState[], wanted: string): string => {
  const taken = new Set(table.map(({ name }) => fold(name)));
  for (let at = 1; ; at++) {
    const name = at === 1 ? wanted : `${wanted} ${at}`;
    if (!taken.has(fold(name))) return name;
  }
};

export type MadeLink = {
  readonly field: FieldState;
  readonly other: FieldState;
  /** The table that the other side is added to. */
  readonly otherTable: TableState;
};

/**
 * A link field with its other side. `number` is that of the field in its table, `index` of the other side behind it. Making
 * one needs the right to manage fields here, and there too if the other side is shown; else to read there. Throws.
 */
export const makeLink = (
  actor: Actor,
  table: Pick<TableState, 'id' | 'label' | 'fields' | 'lastNumber'>,
  target: TableState | undefined,
  input: FieldInput,
  newId: () => string,
): MadeLink => {
  const { other = {}, tableId } = inputOf(input);
  const own = tableId === table.id;
  // A table that is still to be made has no link to itself: nobody knows its id.
  const otherTable = own ? (table as TableState) : target;
  if (otherTable === undefined || otherTable.archived || !can(actor, 'tables.view', otherTable.id).allow)
    throw invalid('links.table_unknown', { tableId });
  const right = other.shown === false ? 'records.read' : 'fields.manage';
  if (!can(actor, right, otherTable.id).allow) throw refuse(right);
  if (input.unique === true)
    throw invalid('fields.unique_refused', `A field of type ${input.type} cannot be unique.`, { type: input.type });
  const otherId = newId();
  const props = { ...input.props, referenceFieldId: otherId } as PropsInput;
  const field = makeField({ ...input, props }, table.lastNumber + 1, table.fields, newId, true);
  const siblings = own ? [...table.fields, field] : otherTable.fields;
  if (siblings.length >= maxFields)
    throw invalid('fields.too_many', `A table has at most ${maxFields} fields.`, { limit: maxFields });
  const { multiple = true, shown = true, writable = true } = linkProps(field).other ?? {};
  const named = other.name?.trim() ?? '';
  const made = makeField(
    {
      id: otherId,
      // A name that nobody chose gives way to one that is there.
      name: named === '' ? freeName(siblings, own ? `${field.name} (2)` : table.label) : named,
      type: otherSide.id,
      props: { tableId: table.id, ofFieldId: field.id, multiple, shown, writable } as PropsInput,
    },
    own ? table.lastNumber + 2 : otherTable.lastNumber + 1,
    siblings,
    newId,
    true,
  );
  return { field, other: made, otherTable };
};

/** The event that adds the other side. */
export const otherAdded = ({ other, otherTable }: MadeLink): TablesEvent => ({
  $case: 'fieldAdded',
  value: { tableId: otherTable.id, field: fieldToMessage(other), index: undefined },
});

/** What may not be changed of links that are there, as records hold them: which table, how many. Throws. */
export const checkLinkChange = (before: FieldState, after: FieldState): void => {
  if (typeOf(before.type)?.links === undefined) return;
  const [was, is] = [linkProps(before), linkProps(after)];
  const fixed =
    was.tableId !== is.tableId ||
    was.referenceFieldId !== is.referenceFieldId ||
    was.ofFieldId !== is.ofFieldId ||
    (was.multiple && !is.multiple) ||
    (was.other?.multiple === true && is.other?.multiple === false);
  if (fixed) throw conflict('links.fixed', { fieldId: before.id });
};

/** The table at the other end, where the actor may do something there; as absent where they may not see it. Throws. */
export const requireOther = (
  actor: Actor,
  table: TableState | undefined,
  action: 'fields.manage' | 'records.read',
): TableState => {
  if (table === undefined || !can(actor, 'tables.view', table.id).allow) throw tableNotFound();
  if (!can(actor, action, table.id).allow) throw refuse(action);
  return table;
};
