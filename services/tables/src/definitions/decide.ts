import { isOptionColor, isWritten, optionColors } from '@tessera/fields';
import { isId, read, type Actor } from '@tessera/kernel';
import { refuse, requireGrant } from '../access/require.ts';
import { can, maskAllows, type Grant } from '@tessera/proto/rights';
import { firstView } from '@tessera/proto/views';
import { tableStream, viewStream, type EventOf, type TablesEvent } from '../events.ts';
import {
  answerTable,
  definitionHandler,
  loadDefinition,
  onTable,
  type Definition,
  type DefinitionAnswer,
  type Handler,
} from './handler.ts';
import type { StreamedView } from '../views/evolve.ts';
import { requireFieldFeatures } from './features.ts';
import { checkDescription, checkName, liveField, makeField, maxFields, type FieldInput } from './fields.ts';
import { fieldToMessage, viewToMessage } from './mapper.ts';
import { makeLink, otherAdded, ownsLinks, targetOf } from '../links/definitions.ts';
import { checkFormulas, type FormulaZone } from '../formulas/check.ts';
import { isLinkedValue } from '../linked/source.ts';
import { typeOf } from './types.ts';
import type { FieldState, TableState } from './state.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import { requireStage } from '../stays/stage.ts';
import { requireColumns } from './room.ts';

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
  readonly zone?: FormulaZone | undefined;
};

/** What the first view of a table is called until somebody names it; people read it in their own language. */
export const firstViewLabel = 'All records';

/** The first field that names records labels them, or else the first that a person fills in. */
export const labelCandidate = (fields: readonly FieldState[]): string =>
  (fields.find((f) => typeOf(f.type)?.namesRecords) ?? fields.find((f) => isWrittenBy(f.type)))?.id ?? '';

const isWrittenBy = (typeId: string): boolean => {
  const type = typeOf(typeId);
  return type === undefined || isWritten(type);
};

const find = (fields: readonly FieldState[], nameOrId: string | undefined): FieldState | undefined => {
  if (nameOrId === undefined || nameOrId === '') return undefined;
  const field = fields.find((f) => f.id === nameOrId || f.name === nameOrId.trim());
  if (field === undefined) throw invalid('fields.not_found', `There is no field "${nameOrId}".`, { field: nameOrId });
  return field;
};

/** A table that is to be made, and the tables that its links lead to, by id. */
type NewTable = Definition & { readonly targets?: ReadonlyMap<string, Definition> };

/** The fields of a new table, and what its links add to the tables that they lead to. */
type MadeFields = {
  readonly fields: readonly FieldState[];
  readonly others: ReadonlyMap<string, readonly TablesEvent[]>;
};

const makeFields = (
  command: CreateTable,
  targets: ReadonlyMap<string, Definition>,
  actor: Actor,
  newId: () => string,
): MadeFields => {
  if (command.fields.length > maxFields)
    throw invalid('fields.too_many', `A table has at most ${maxFields} fields.`, { limit: maxFields });
  const made: FieldState[] = [];
  const states = new Map([...targets].map(([id, { state }]) => [id, state]));
  const others = new Map<string, TablesEvent[]>();
  for (const input of command.fields) {
    if (ownsLinks(input.type) && targetOf(input) !== command.tableId) {
      const table = { id: command.tableId, label: command.label, fields: made, lastNumber: made.length };
      const link = makeLink(actor, table, states.get(targetOf(input) ?? ''), input, newId);
      const { otherTable } = link;
      requireColumns(otherTable, [link.other]);
      made.push(link.field);
      // The next link sees what this one adds.
      const fields = [...otherTable.fields, link.other];
      states.set(otherTable.id, { ...(otherTable as TableState), fields, lastNumber: otherTable.lastNumber + 1 });
      others.set(otherTable.id, [...(others.get(otherTable.id) ?? []), otherAdded(link)]);
      continue;
    }
    const unique =
      command.uniqueField !== undefined &&
      command.uniqueField !== '' &&
      (input.name.trim() === command.uniqueField.trim() || input.id === command.uniqueField);
    made.push(makeField(unique ? { ...input, unique: true } : input, made.length + 1, made, newId));
  }
  if (new Set(made.map((f) => f.id)).size !== made.length) throw invalid('fields.id_taken');
  requireColumns({ id: '', fields: [], deletedFields: [], becomingUnique: [] }, made);
  // No link is made with its table, so nothing is computed along one.
  const linked = made.find((field) => isLinkedValue(field) || typeOf(field.type)?.along === true);
  if (linked !== undefined) throw invalid('fields.link_unknown', { fieldId: linked.id });
  for (const field of made) requireStage(made, field, 'all');
  return { fields: checkFormulas(made, command.zone), others };
};

/** A colour of the circle, or none. Throws `tables.color`. */
const checkColor = (color: string | undefined): string | undefined => {
  if (color !== undefined && color !== '' && !isOptionColor(color))
    throw invalid('tables.color', `"${color}" is not a colour of a table.`, { color, colors: optionColors.join(', ') });
  return color;
};

/** Every table is made with a view of everything, so that there is always one to open. */
const viewToBeginWith = (id: string, fields: number) => {
  const { type, config } = firstView(fields);
  return viewToMessage({
    id,
    type: type.id,
    label: firstViewLabel,
    configJson: JSON.stringify(config),
    configVersion: type.version,
    ownerUserId: '',
  });
};

export const createTable: Handler<CreateTable, NewTable, DefinitionAnswer> = {
  *load({ tableId, fields }) {
    const targets = new Map<string, Definition>();
    for (const field of fields) {
      const target = ownsLinks(field.type) ? targetOf(field) : undefined;
      if (target === undefined || !isId(target) || targets.has(target)) continue;
      targets.set(target, yield* loadDefinition(target));
    }
    return { ...(yield* loadDefinition(tableId)), targets };
  },
  decide: (command, { version, targets = new Map() }, { meta, newId }) => {
    if (!can(meta.actor, 'tables.create').allow) throw refuse('tables.create');
    if (!isId(command.tableId)) throw invalid('tables.id_invalid');
    if (version > 0) throw conflict('tables.exists');
    const { fields, others } = makeFields(command, targets, meta.actor, newId);
    for (const field of fields) requireFieldFeatures(meta.actor, field);
    const unique = find(fields, command.uniqueField);
    const label = find(fields, command.labelField);
    const value: EventOf<'tableCreated'> = {
      tableId: command.tableId,
      label: checkName(command.label, 'tables'),
      icon: command.icon ?? '',
      color: checkColor(command.color) ?? '',
      description: checkDescription(command.description),
      fields: fields.map(fieldToMessage),
      views: [viewToBeginWith(newId(), fields.length)],
      labelFieldId: label?.id ?? labelCandidate(fields),
      uniqueFieldId: unique?.id ?? '',
    };
    return {
      events: [
        { event: { $case: 'tableCreated', value }, advances: [{ stream: tableStream(command.tableId), version: 1 }] },
        ...[...others].flatMap(([id, added]) => onTable(id, targets.get(id)!.version, added)),
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
    color: command.color === table.color ? undefined : checkColor(command.color),
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
    if (id !== undefined && !maskAllows(grant.fieldMask, id)) throw notFound('fields.not_found', { fieldId: id });
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
    if (fieldId !== '' && !liveField(table, fieldId).unique) throw conflict('fields.not_unique', { fieldId });
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

type Erasing = Definition & { readonly views: readonly StreamedView[] };
/** Views of one table that are erased with it; far above what its people can save. */
const mostViews = 10_000;

/**
 * Deletes a table of the trash forever, its views with it; whoever calls it has its records purged. Throws
 * `tables.not_in_trash`.
 */
export const eraseTable: Handler<{ readonly tableId: string }, Erasing, { readonly label: string }> = {
  *load({ tableId }) {
    const definition = yield* loadDefinition(tableId);
    return { ...definition, views: yield* read.documents<StreamedView>('views', { table: tableId }, mostViews) };
  },
  decide: (_command, { version, state, views }, { meta }) => {
    const { table } = requireGrant(meta.actor, 'tables.erase', state, { archived: true });
    if (!table.archived) throw conflict('tables.not_in_trash');
    const event = { $case: 'tableErased', value: { tableId: table.id, label: table.label } } as const;
    return {
      events: [
        {
          event,
          advances: [
            { stream: tableStream(table.id), version: version + 1 },
            ...views.map((one) => ({ stream: viewStream(table.id, one.view.id), version: one.version + 1 })),
          ],
        },
      ],
    };
  },
  // oxlint-disable-next-line require-yield -- all that is told stands in the event
  *answer(_command, [erased]) {
    return { label: erased?.$case === 'tableErased' ? erased.value.label : '' };
  },
};

export const restoreTable: Handler<{ readonly tableId: string }, Definition, DefinitionAnswer> = definitionHandler(
  'tables.archive',
  (table) => (table.archived ? [{ $case: 'tableRestored', value: { tableId: table.id } }] : []),
  undefined,
  { archived: true },
);
