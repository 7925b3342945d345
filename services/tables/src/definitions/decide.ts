import { conflict, invalid, isId, notFound } from '@tessera/kernel';
import { refuse } from '../access/require.ts';
import { can, maskAllows, type Grant } from '@tessera/proto/rights';
import { tableStream, type EventOf, type TablesEvent } from '../events.ts';
import {
  answerTable,
  definitionHandler,
  loadDefinition,
  type Definition,
  type DefinitionAnswer,
  type Handler,
} from './handler.ts';
import { checkDescription, checkName, liveField, makeField, maxFields, type FieldInput } from './fields.ts';
import { fieldToMessage, viewToMessage } from './mapper.ts';
import { typeOf } from './types.ts';
import type { FieldState, TableState } from './state.ts';

export type CreateTable = {
  readonly tableId: string;
  readonly label: string;
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  readonly description?: string | undefined;
  readonly fields: readonly FieldInput[];
  /** By name or id. */
  readonly uniqueField?: string | undefined;
  readonly labelField?: string | undefined;
};

const textLike = (field: FieldState): boolean => {
  const display = typeOf(field.type)?.display;
  return display === 'text' || display === 'longText' || display === 'email';
};

/** The first text-like field labels the records, or else the first that a person fills in (MAIN-JOB.md 12). */
export const labelCandidate = (fields: readonly FieldState[]): string =>
  (fields.find(textLike) ?? fields.find((f) => typeOf(f.type)?.system === undefined))?.id ?? '';

const find = (fields: readonly FieldState[], nameOrId: string | undefined): FieldState | undefined => {
  if (nameOrId === undefined || nameOrId === '') return undefined;
  const field = fields.find((f) => f.id === nameOrId || f.name === nameOrId.trim());
  if (field === undefined) throw invalid('fields.not_found', `There is no field "${nameOrId}".`, { field: nameOrId });
  return field;
};

const makeFields = (command: CreateTable, newId: () => string): readonly FieldState[] => {
  if (command.fields.length > maxFields)
    throw invalid('fields.too_many', `A table has at most ${maxFields} fields.`, { limit: maxFields });
  const made: FieldState[] = [];
  for (const input of command.fields) {
    const unique =
      command.uniqueField !== undefined &&
      command.uniqueField !== '' &&
      (input.name.trim() === command.uniqueField.trim() || input.id === command.uniqueField);
    made.push(makeField(unique ? { ...input, unique: true } : input, made.length + 1, made, newId));
  }
  if (new Set(made.map((f) => f.id)).size !== made.length)
    throw invalid('fields.id_taken', 'Two fields have the same id.');
  return made;
};

/** Every table is made with a view of everything, so that there is always one to open. */
const firstView = (id: string) =>
  viewToMessage({
    id,
    type: 'table',
    label: 'All records',
    configJson: '{"fields":[]}',
    configVersion: 1,
    ownerUserId: '',
  });

export const createTable: Handler<CreateTable, Definition, DefinitionAnswer> = {
  load: (command) => loadDefinition(command.tableId),
  decide: (command, { version }, { meta, newId }) => {
    if (!can(meta.actor, 'tables.create').allow) throw refuse('tables.create');
    if (!isId(command.tableId)) throw invalid('tables.id_invalid', 'The id is none.');
    if (version > 0) throw conflict('tables.exists', 'There is a table with this id already.');
    const fields = makeFields(command, newId);
    const unique = find(fields, command.uniqueField);
    const label = find(fields, command.labelField);
    const value: EventOf<'tableCreated'> = {
      tableId: command.tableId,
      label: checkName(command.label, 'tables'),
      icon: command.icon ?? '',
      color: command.color ?? '',
      description: checkDescription(command.description),
      fields: fields.map(fieldToMessage),
      views: [firstView(newId())],
      labelFieldId: label?.id ?? labelCandidate(fields),
      uniqueFieldId: unique?.id ?? '',
    };
    return {
      events: [
        { event: { $case: 'tableCreated', value }, advances: [{ stream: tableStream(command.tableId), version: 1 }] },
      ],
    };
  },
  // A repeated request comes with another id of its own making: the event has the one that counts.
  *answer(command, events, _commit, meta) {
    const first = events[0];
    const id = first?.$case === 'tableCreated' ? first.value.tableId : command.tableId;
    return { table: yield* answerTable(id, meta.actor), id };
  },
};

export type DescribeTable = {
  readonly tableId: string;
  readonly label?: string | undefined;
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  readonly description?: string | undefined;
  readonly labelFieldId?: string | undefined;
  /** null: the table has no unique field any more; the field itself stays unique. */
  readonly uniqueFieldId?: string | null | undefined;
};

const described = (table: TableState, command: DescribeTable): readonly TablesEvent[] => {
  const after = {
    label: command.label === undefined ? undefined : checkName(command.label, 'tables'),
    icon: command.icon,
    color: command.color,
    description: command.description === undefined ? undefined : checkDescription(command.description),
  };
  const value: EventOf<'tableDescribed'> = { tableId: table.id };
  let changed = false;
  for (const key of ['label', 'icon', 'color', 'description'] as const) {
    if (after[key] === undefined || after[key] === table[key]) continue;
    value[key] = after[key];
    value[`${key}Before`] = table[key];
    changed = true;
  }
  return changed ? [{ $case: 'tableDescribed', value }] : [];
};

/** The events of a change of what a table is called, looks like, and is told apart by. */
export const tableChanges = (table: TableState, command: DescribeTable, grant: Grant): readonly TablesEvent[] => {
  for (const id of [command.labelFieldId, command.uniqueFieldId ?? undefined]) {
    if (id !== undefined && !maskAllows(grant.fieldMask, id))
      throw notFound('fields.not_found', 'The field does not exist.', { fieldId: id });
  }
  const events: TablesEvent[] = [...described(table, command)];
  if (command.labelFieldId !== undefined && command.labelFieldId !== table.labelFieldId) {
    liveField(table, command.labelFieldId);
    events.push({
      $case: 'labelFieldChosen',
      value: { tableId: table.id, fieldId: command.labelFieldId, fieldIdBefore: table.labelFieldId },
    });
  }
  if (command.uniqueFieldId !== undefined) {
    const fieldId = command.uniqueFieldId ?? '';
    if (fieldId !== '' && !liveField(table, fieldId).unique)
      throw conflict('fields.not_unique', 'The field must be unique first.', { fieldId });
    if (fieldId !== table.uniqueFieldId)
      events.push({
        $case: 'uniqueFieldChosen',
        value: { tableId: table.id, fieldId, fieldIdBefore: table.uniqueFieldId },
      });
  }
  return events;
};

export const describeTable = definitionHandler<DescribeTable>('fields.manage', (table, command, { grant }) =>
  tableChanges(table, command, grant),
);

export const archiveTable = definitionHandler<{ readonly tableId: string }>('tables.archive', (table) => [
  { $case: 'tableArchived', value: { tableId: table.id } },
]);

export const restoreTable: Handler<{ readonly tableId: string }, Definition, DefinitionAnswer> = definitionHandler(
  'tables.archive',
  (table) => (table.archived ? [{ $case: 'tableRestored', value: { tableId: table.id } }] : []),
  undefined,
  { archived: true },
);
