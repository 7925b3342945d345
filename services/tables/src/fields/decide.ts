import { conflict, fold, invalid, notFound } from '@tessera/kernel';
import { conversionsOf, type SelectOption } from '@tessera/fields';
import type { TablesEvent } from '../events.ts';
import { maskAllows } from '@tessera/proto/rights';
import { definitionHandler } from '../definitions/handler.ts';
import { labelCandidate } from '../definitions/decide.ts';
import {
  checkDefault,
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

export type AddField = { readonly tableId: string; readonly field: FieldInput; readonly index?: number | undefined };

export const addField = definitionHandler<AddField>(
  'fields.manage',
  (table, { field: input, index }, { newId }) => {
    if (table.fields.length >= maxFields)
      throw invalid('fields.too_many', `A table has at most ${maxFields} fields.`, { limit: maxFields });
    const known = [...table.fields, ...table.deletedFields.map((d) => d.field)];
    if (input.id !== undefined && known.some((f) => f.id === input.id))
      throw conflict('fields.exists', 'There is a field with this id already.', { fieldId: input.id });
    const field = makeField(input, table.lastNumber + 1, table.fields, newId);
    const events: TablesEvent[] = [
      { $case: 'fieldAdded', value: { tableId: table.id, field: fieldToMessage(field), index } },
    ];
    if (table.labelFieldId === '' && labelCandidate([field]) !== '') {
      events.push({ $case: 'labelFieldChosen', value: { tableId: table.id, fieldId: field.id, fieldIdBefore: '' } });
    }
    return events;
  },
  (_command, events) => {
    const first = events[0];
    return first?.$case === 'fieldAdded' ? first.value.field?.id : undefined;
  },
);

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
  const labels = new Map(current.map((o) => [fold(o.label), o.id]));
  const ids = new Set(current.map((o) => o.id));
  // An option that somebody else has just made under the same name is the same option.
  const own = wished.filter((o) => {
    const same = labels.get(fold(o.label));
    return ids.has(o.id) || same === undefined || removed.has(same) || wished.some((w) => w.id === same);
  });
  const { options, conflicts } = mergeOptions({ current, base: base?.options ?? current, wished: own, removed });
  if (conflicts.length > 0)
    throw conflict('fields.conflict', 'Somebody else renamed the same option.', { fieldId: before.id, conflicts });
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
  const props =
    command.props === undefined && options === undefined && type === before.type
      ? before.props
      : checkProps(
          type,
          { ...before.props, ...command.props, ...(options !== undefined && { options }) },
          before.props,
          newId,
        );
  if (type !== before.type && !isTrivialConversion(before.type, type)) throw conversionRefused(before.type, type);
  const scale = scaleOf(type, props);
  if (scale !== undefined && before.keptScale !== undefined && scale > before.keptScale) {
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
      command.default === undefined
        ? keepDefault(before, type)
        : checkDefault(type, props, { default: command.default }),
  });
};

const keepDefault = (before: FieldState, type: string): FieldState['default'] =>
  typeOf(type)?.system === undefined ? before.default : null;

const same = (a: FieldState, b: FieldState): boolean =>
  JSON.stringify(fieldToMessage(a)) === JSON.stringify(fieldToMessage(b));

/** The events of a change of one field; none where it is so already. */
export const fieldChanges = (table: TableState, command: ChangeField, newId: () => string): readonly TablesEvent[] => {
  const before = liveField(table, command.fieldId);
  const after = changedField(table, before, command, newId);
  if (same(before, after)) return [];
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

export const changeField = definitionHandler<ChangeField>(
  'fields.manage',
  (table, command, { newId }) => fieldChanges(table, command, newId),
  (command) => command.fieldId,
);

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
      throw invalid('fields.order_incomplete', 'The order must name every field of the table once.', {
        fieldIds: visible,
      });
    }
    if (fieldIds.every((id, i) => id === before[i])) return [];
    return [
      { $case: 'fieldsReordered', value: { tableId: table.id, fieldIds: [...fieldIds], fieldIdsBefore: before } },
    ];
  },
);

export const deleteField = definitionHandler<{ readonly tableId: string; readonly fieldId: string }>(
  'fields.manage',
  (table, { fieldId }) => {
    const field = liveField(table, fieldId);
    const index = table.fields.indexOf(field);
    // What pointed at the field lets go of it first, so that taking the commit back, last event first, finds the field
    // there again.
    const events: TablesEvent[] = [];
    if (table.labelFieldId === fieldId) {
      const next = labelCandidate(table.fields.filter((f) => f.id !== fieldId));
      events.push({ $case: 'labelFieldChosen', value: { tableId: table.id, fieldId: next, fieldIdBefore: fieldId } });
    }
    if (table.uniqueFieldId === fieldId)
      events.push({ $case: 'uniqueFieldChosen', value: { tableId: table.id, fieldId: '', fieldIdBefore: fieldId } });
    return [...events, { $case: 'fieldDeleted', value: { tableId: table.id, fieldId, index } }];
  },
  (command) => command.fieldId,
);

export const checkRestorable = (table: TableState, fieldId: string) => {
  const deleted = table.deletedFields.find((d) => d.field.id === fieldId);
  if (deleted === undefined)
    throw notFound('fields.not_found', 'The field is not among the deleted ones.', { fieldId });
  if (table.fields.length >= maxFields)
    throw invalid('fields.too_many', `A table has at most ${maxFields} fields.`, { limit: maxFields });
  checkNameFree(table.fields, deleted.field.name);
  return deleted;
};

export const restoreField = definitionHandler<{ readonly tableId: string; readonly fieldId: string }>(
  'fields.manage',
  (table, { fieldId }) => {
    const deleted = checkRestorable(table, fieldId);
    return [
      {
        $case: 'fieldRestored',
        value: { tableId: table.id, fieldId, index: Math.min(deleted.index, table.fields.length) },
      },
    ];
  },
  (command) => command.fieldId,
);
