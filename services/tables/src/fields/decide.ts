import type { Actor, Loading } from '@tessera/kernel';
import { computedDefaultOf, conversionsOf, isWritten, labelKey, type SelectOption } from '@tessera/fields';
import type { TablesEvent } from '../events.ts';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import { requireGrant } from '../access/require.ts';
import {
  answerTable,
  definitionHandler,
  loadDefinition,
  onTable,
  type Definition,
  type DefinitionAnswer,
  type Handler,
  type Matching,
} from '../definitions/handler.ts';
import { requireFieldFeatures } from '../definitions/features.ts';
import { isHidden } from '../definitions/schema.ts';
import { tableStale } from '../definitions/stale.ts';
import {
  anyField,
  checkLinkChange,
  loadOther,
  makeLink,
  otherAdded,
  otherEnd,
  ownsLinks,
  requireOther,
} from '../links/definitions.ts';
import { checkFormula, withField, type FormulaZone } from '../formulas/check.ts';
import { checkLinkedValue, loadReached, type Reached } from '../linked/check.ts';
import { labelCandidate } from '../definitions/decide.ts';
import {
  defaultOf,
  checkDescription,
  checkField,
  completeOptions,
  checkName,
  checkNameFree,
  checkProps,
  isTrivialConversion,
  liveField,
  makeField,
  maxFields,
  scaleOf,
  type FieldInput,
  type PropsInput,
} from '../definitions/fields.ts';
import { fieldToMessage } from '../definitions/mapper.ts';
import { typeOf } from '../definitions/types.ts';
import { mergeOptions } from './merge.ts';
import type { FieldState, TableState } from '../definitions/state.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import { requireColumns } from '../definitions/room.ts';

export type AddField = {
  readonly tableId: string;
  readonly field: FieldInput;
  readonly index?: number | undefined;
  readonly zone?: FormulaZone | undefined;
};

/** A definition, and of a link that at its other end, where it is another table. */
type BothEnds = Definition & { readonly other?: Definition | undefined; readonly reached?: Reached };

const checkAddable = (table: TableState, { id }: FieldInput): void => {
  if (table.fields.length >= maxFields)
    throw invalid('fields.too_many', `A table has at most ${maxFields} fields.`, { limit: maxFields });
  const known = [...table.fields, ...table.deletedFields.map((d) => d.field)];
  if (id !== undefined && known.some((f) => f.id === id)) throw conflict('fields.exists', { fieldId: id });
};

const fieldAdded = (table: TableState, field: FieldState, index: number | undefined): TablesEvent => ({
  $case: 'fieldAdded',
  value: { tableId: table.id, field: fieldToMessage(field), index },
});

/** Adds a field; a link with its other side in the other table, in one commit. */
export const addField: Handler<AddField & Matching, BothEnds, DefinitionAnswer> = {
  *load({ tableId, field }) {
    const target = ownsLinks(field.type)
      ? (field.props as { readonly tableId?: string } | undefined)?.tableId
      : undefined;
    const definition = yield* loadDefinition(tableId);
    return {
      ...definition,
      other: yield* loadOther(tableId, target),
      reached: yield* loadReached(definition.state, field),
    };
  },
  decide(
    { tableId: _id, field: input, index, ifMatch, zone },
    { version, state, other, reached },
    { meta: { actor }, newId },
  ) {
    const { table, grant } = requireGrant(actor, 'fields.manage', state);
    if (ifMatch !== undefined && ifMatch !== version) throw tableStale(version);
    checkAddable(table, input);
    if (ownsLinks(input.type)) {
      const made = makeLink(actor, table, other?.state, input, newId);
      const own = [fieldAdded(table, made.field, index)];
      requireColumns(table, made.otherTable === table ? [made.field, made.other] : [made.field]);
      if (made.otherTable !== table) requireColumns(made.otherTable, [made.other]);
      if (made.otherTable === table) return { events: onTable(table.id, version, [...own, otherAdded(made)]) };
      return {
        events: [
          ...onTable(table.id, version, own),
          ...onTable(made.otherTable.id, other!.version, [otherAdded(made)]),
        ],
      };
    }
    const plain = makeField(input, table.lastNumber + 1, table.fields, newId);
    const formula = checkFormula(plain, withField(table, plain), grant.fieldMask, zone);
    const field = checkLinkedValue(table, formula, reached ?? new Map(), actor, zone);
    requireColumns(table, [field]);
    requireFieldFeatures(actor, field);
    const events = [fieldAdded(table, field, index)];
    if (table.labelFieldId === '' && labelCandidate([field]) !== '')
      events.push({ $case: 'labelFieldChosen', value: { tableId: table.id, fieldId: field.id, fieldIdBefore: '' } });
    return { events: onTable(table.id, version, events) };
  },
  *answer({ tableId }, events, _commit, { actor }) {
    const first = events[0];
    const id = first?.$case === 'fieldAdded' ? first.value.field?.id : undefined;
    return { table: yield* answerTable(tableId, actor), ...(id !== undefined && { id }) };
  },
};

export type ChangeField = {
  readonly tableId: string;
  readonly fieldId: string;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  /** Only false here: a field becomes unique by the operation in fields/uniqueness.ts. */
  readonly unique?: boolean | undefined;
  /** Wire JSON; null removes it. */
  readonly default?: unknown;
  /**
   * Given properties replace; `options` merge by id with what others did since `base`, in their order; one that is left
   * out stays.
   */
  readonly props?: PropsInput | undefined;
  /** What the caller saw when they began to edit; without it, what there is now. */
  readonly base?: { readonly options?: readonly SelectOption[] | undefined } | undefined;
  /** Options to delete, by id. Those that are gone already do no harm. */
  readonly removeOptions?: readonly string[] | undefined;
  readonly zone?: FormulaZone | undefined;
};

const conversionRefused = (from: string, to: string) =>
  conversionsOf(from).includes(to)
    ? invalid(
        'fields.conversion_needed',
        `To become ${to} the values of the field are converted: ask for a preview of what that loses, and convert it.`,
        { from, to },
      )
    : invalid(
        'fields.conversion_unavailable',
        `A field of type ${from} cannot become ${to}: add a new field instead.`,
        { from, to },
      );

/** The options after a change. Throws `fields.conflict` where somebody else renamed the same one. */
const optionsAfter = (
  before: FieldState,
  { props, base, removeOptions = [] }: ChangeField,
  newId: () => string,
): readonly SelectOption[] | undefined => {
  if (props?.options === undefined && removeOptions.length === 0) return undefined;
  const current = before.props.options ?? [];
  const removed = new Set(removeOptions);
  const wished = props?.options === undefined ? current : completeOptions(props.options, current, newId);
  const labels = new Map(current.map((o) => [labelKey(o.label), o.id]));
  const ids = new Set(current.map((o) => o.id));
  // An option that somebody else has just made under the same name is the same option.
  const own = wished.filter((o) => {
    const same = labels.get(labelKey(o.label));
    return ids.has(o.id) || same === undefined || removed.has(same) || wished.some((w) => w.id === same);
  });
  const { options, conflicts } = mergeOptions({ current, base: base?.options ?? current, wished: own, removed });
  if (conflicts.length > 0) throw conflict('fields.conflict', { fieldId: before.id, conflicts });
  return options;
};

const changedField = (table: TableState, before: FieldState, command: ChangeField, newId: () => string): FieldState => {
  const type = command.type ?? before.type;
  if (
    (command.type !== undefined ||
      command.props !== undefined ||
      command.default !== undefined ||
      command.removeOptions?.length) &&
    (table.converting ?? []).some((c) => c.after.id === before.id)
  ) {
    throw conflict(
      'fields.converting',
      'The field is being converted: change its type, properties or default when that is done.',
      { fieldId: before.id },
    );
  }
  const options = optionsAfter(before, command, newId);
  const kept = withoutComputedDefault(before, command);
  const props =
    command.props === undefined && options === undefined && type === before.type && kept === before.props
      ? before.props
      : checkProps(type, { ...kept, ...command.props, ...(options !== undefined && { options }) }, before.props, newId);
  if (type !== before.type && !isTrivialConversion(before.type, type)) throw conversionRefused(before.type, type);
  const scale = scaleOf(type, props);
  // A computed field is computed anew with more places.
  const written = typeOf(type)?.derived === undefined;
  if (written && scale !== undefined && before.keptScale !== undefined && scale > before.keptScale) {
    throw invalid('fields.scale_fixed', `This field keeps ${before.keptScale} decimal places: for more, convert it.`, {
      kept: before.keptScale,
    });
  }
  const name = command.name === undefined ? before.name : checkName(command.name, 'fields');
  checkNameFree(table.fields, name, before.id);
  if (command.unique === true && !before.unique)
    throw conflict('fields.not_unique', 'The field must be checked for duplicates first.', { fieldId: before.id });
  return checkField({
    ...before,
    name,
    type,
    props,
    description: command.description === undefined ? before.description : checkDescription(command.description),
    required: command.required ?? before.required,
    unique: command.unique ?? before.unique,
    default:
      command.default === undefined &&
      typeOf(type)?.begins === undefined &&
      computedDefaultOf({ type, props }) === undefined
        ? keepDefault(before, type)
        : defaultOf(type, props, { default: command.default }),
  });
};

/** The properties, without a default that is found out for each record where a fixed one is to take its place. */
const withoutComputedDefault = ({ type, props }: FieldState, command: ChangeField): FieldState['props'] => {
  const computed = computedDefaultOf({ type, props });
  if (computed === undefined || command.default === undefined || command.default === null) return props;
  const { [computed.property]: _gone, ...rest } = props;
  return rest;
};

const keepDefault = (before: FieldState, type: string): FieldState['default'] =>
  isWritten(typeOf(type) ?? {}) ? before.default : null;

const same = (a: FieldState, b: FieldState): boolean =>
  JSON.stringify(fieldToMessage(a)) === JSON.stringify(fieldToMessage(b));

type Changing = {
  readonly newId: () => string;
  readonly grant: Grant;
  /** Who saves a computed field. */
  readonly actor?: Actor;
  /** What its values may be computed from. */
  readonly reached?: Reached | undefined;
};

/** The events of a change of one field; none where it is so already. */
export const fieldChanges = (
  table: TableState,
  command: ChangeField,
  { newId, grant, actor, reached = new Map() }: Changing,
): readonly TablesEvent[] => {
  const before = liveField(table, command.fieldId);
  const wished = changedField(table, before, command, newId);
  const checked =
    command.props === undefined
      ? wished
      : checkFormula(wished, withField(table, wished), grant.fieldMask, command.zone);
  const after =
    command.props === undefined || actor === undefined
      ? checked
      : checkLinkedValue(table, checked, reached, actor, command.zone);
  if (same(before, after)) return [];
  if (actor !== undefined) requireFieldFeatures(actor, after, before);
  checkLinkChange(before, after);
  const events: TablesEvent[] = [
    {
      $case: 'fieldChanged',
      value: { tableId: table.id, before: fieldToMessage(before), after: fieldToMessage(after) },
    },
  ];
  if (!after.unique && table.uniqueFieldId === before.id) {
    events.push({ $case: 'uniqueFieldChosen', value: { tableId: table.id, fieldId: '', fieldIdBefore: before.id } });
  }
  return events;
};

type Changed = Definition & { readonly reached: Reached };
export const changeField: Handler<ChangeField & Matching, Changed, DefinitionAnswer> = {
  *load({ tableId, fieldId, props }) {
    const definition = yield* loadDefinition(tableId);
    const field = definition.state?.fields.find(({ id }) => id === fieldId);
    return { ...definition, reached: props === undefined ? new Map() : yield* loadReached(definition.state, field) };
  },
  decide: (command, { version, state, reached }, { meta: { actor }, newId }) => {
    const { table, grant } = requireGrant(actor, 'fields.manage', state);
    if (!maskAllows(grant.fieldMask, command.fieldId)) throw notFound('fields.not_found', { fieldId: command.fieldId });
    if (command.ifMatch !== undefined && command.ifMatch !== version) throw tableStale(version);
    return {
      events: onTable(table.id, version, fieldChanges(table, command, { newId, grant, actor, reached })),
    };
  },
  *answer({ tableId, fieldId }, _events, _commit, { actor }) {
    return { table: yield* answerTable(tableId, actor), id: fieldId };
  },
};

export const reorderFields = definitionHandler<{ readonly tableId: string; readonly fieldIds: readonly string[] }>(
  'fields.manage',
  (table, { fieldIds: shown }, { grant }) => {
    const before = table.fields.map((f) => f.id);
    // Fields that the caller cannot see, and so cannot name, keep their places.
    const visible = before.filter((id) => maskAllows(grant.fieldMask, id));
    const named = [...shown];
    const fieldIds =
      visible.length === before.length || shown.length !== visible.length
        ? shown
        : before.map((id) => (maskAllows(grant.fieldMask, id) ? named.shift()! : id));
    if (
      new Set(fieldIds).size !== fieldIds.length ||
      fieldIds.length !== before.length ||
      !fieldIds.every((id) => before.includes(id))
    ) {
      throw invalid('fields.order_incomplete', {
        fieldIds: visible,
      });
    }
    if (fieldIds.every((id, i) => id === before[i])) return [];
    return [
      { $case: 'fieldsReordered', value: { tableId: table.id, fieldIds: [...fieldIds], fieldIdsBefore: before } },
    ];
  },
);

type OneField = { readonly tableId: string; readonly fieldId: string } & Matching;
function* loadBothEnds({ tableId, fieldId }: OneField): Loading<BothEnds> {
  const definition = yield* loadDefinition(tableId);
  return { ...definition, other: yield* loadOther(tableId, otherEnd(anyField(definition.state, fieldId))?.tableId) };
}

const requireField = (
  { tableId: _id, fieldId, ifMatch }: OneField,
  { version, state }: Definition,
  actor: Actor,
): TableState => {
  const { table, grant } = requireGrant(actor, 'fields.manage', state);
  if (!maskAllows(grant.fieldMask, fieldId))
    throw notFound('fields.not_found', 'The field does not exist.', { fieldId });
  if (ifMatch !== undefined && ifMatch !== version) throw tableStale(version);
  return table;
};

/** The table at the other end, and the field there; the own table's too, for a link from it to itself. */
const endOf = (
  actor: Actor,
  table: TableState,
  field: FieldState | undefined,
  other: Definition | undefined,
): { readonly table: TableState; readonly field: FieldState; readonly version: number } | undefined => {
  const end = otherEnd(field);
  const there = end === undefined ? undefined : end.tableId === table.id ? table : other?.state;
  const found = end && anyField(there, end.fieldId);
  if (there === undefined || found === undefined) return undefined;
  const hidden = isHidden(found) || (field !== undefined && isHidden(field));
  if (there !== table) requireOther(actor, there, hidden ? 'records.read' : 'fields.manage');
  return { table: there, field: found, version: there === table ? 0 : other!.version };
};

/** What takes a live field out of its table: what points at it lets go first, so that taking it back finds it there again. */
const deletion = (table: TableState, field: FieldState): readonly TablesEvent[] => {
  const { id: fieldId } = field;
  const index = table.fields.indexOf(field);
  const events: TablesEvent[] = [];
  if (table.labelFieldId === fieldId) {
    const next = labelCandidate(table.fields.filter((f) => f.id !== fieldId));
    events.push({ $case: 'labelFieldChosen', value: { tableId: table.id, fieldId: next, fieldIdBefore: fieldId } });
  }
  if (table.uniqueFieldId === fieldId)
    events.push({ $case: 'uniqueFieldChosen', value: { tableId: table.id, fieldId: '', fieldIdBefore: fieldId } });
  return [...events, { $case: 'fieldDeleted', value: { tableId: table.id, fieldId, index } }];
};

/** To the trash; of a link both sides. */
export const deleteField: Handler<OneField, BothEnds, DefinitionAnswer> = {
  load: loadBothEnds,
  decide(command, { version, state, other }, { meta: { actor } }) {
    const table = requireField(command, { version, state }, actor);
    const field = liveField(table, command.fieldId);
    const events = deletion(table, field);
    const end = endOf(actor, table, field, other);
    const there = end?.table.fields.find(({ id }) => id === end.field.id);
    if (end === undefined || there === undefined) return { events: onTable(table.id, version, events) };
    if (end.table === table) {
      const left = { ...table, fields: table.fields.filter((one) => one !== field) };
      return { events: onTable(table.id, version, [...events, ...deletion(left, there)]) };
    }
    return {
      events: [
        ...onTable(table.id, version, events),
        ...onTable(end.table.id, end.version, deletion(end.table, there)),
      ],
    };
  },
  *answer({ tableId, fieldId }, _events, _commit, { actor }) {
    return { table: yield* answerTable(tableId, actor), id: fieldId };
  },
};

export const checkRestorable = (table: TableState, fieldId: string) => {
  const deleted = table.deletedFields.find((d) => d.field.id === fieldId);
  if (deleted === undefined) throw notFound('fields.not_found', 'There is no deleted field with this id.', { fieldId });
  if (table.fields.length >= maxFields)
    throw invalid('fields.too_many', `A table has at most ${maxFields} fields.`, { limit: maxFields });
  checkNameFree(table.fields, deleted.field.name);
  return deleted;
};

const restoration = (table: TableState, fieldId: string): TablesEvent => ({
  $case: 'fieldRestored',
  value: {
    tableId: table.id,
    fieldId,
    index: Math.min(checkRestorable(table, fieldId).index, table.fields.length),
  },
});

/** Out of the trash; of a link both sides. */
export const restoreField: Handler<OneField, BothEnds, DefinitionAnswer> = {
  load: loadBothEnds,
  decide(command, { version, state, other }, { meta: { actor } }) {
    const table = requireField(command, { version, state }, actor);
    const events = [restoration(table, command.fieldId)];
    const end = endOf(actor, table, anyField(table, command.fieldId), other);
    if (end === undefined || end.table.fields.some(({ id }) => id === end.field.id))
      return { events: onTable(table.id, version, events) };
    const there = restoration(end.table, end.field.id);
    return {
      events:
        end.table === table
          ? onTable(table.id, version, [...events, there])
          : [...onTable(table.id, version, events), ...onTable(end.table.id, end.version, [there])],
    };
  },
  *answer({ tableId, fieldId }, _events, _commit, { actor }) {
    return { table: yield* answerTable(tableId, actor), id: fieldId };
  },
};
