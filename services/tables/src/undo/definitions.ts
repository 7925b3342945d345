import { rulesJson } from '../conditionals/rules.ts';
import { isRejection, type NotUndoable } from '@tessera/kernel';
import { refuse } from '../access/require.ts';
import { can, userOf } from '@tessera/proto/rights';
import { readConfig } from '@tessera/proto/views';
import { checkNameFree } from '../definitions/fields.ts';
import { fieldFromMessage, fieldToMessage, viewFromMessage, viewToMessage } from '../definitions/mapper.ts';
import type { FieldProps } from '@tessera/fields';
import { tableForms, type FieldState, type TableState } from '../definitions/state.ts';
import { formType } from '../forms/wire.ts';
import { mergeOptions } from '../fields/merge.ts';
import type { EventOf, TablesEvent } from '../events.ts';
import { checkRestorable } from '../fields/decide.ts';
import {
  append,
  change,
  changeView,
  none,
  seesField,
  tableFor,
  viewFor,
  type Conflict,
  type Inverse,
  type InverseOf,
  type UndoContext,
} from './inverse.ts';

export const tableCreated: InverseOf<'tableCreated'> = ({ tableId }, context) => {
  const table = tableFor(context, tableId, 'tables.archive');
  return table.archived ? none : change(context, tableId, { $case: 'tableArchived', value: { tableId } });
};
export const tableArchived: InverseOf<'tableArchived'> = ({ tableId }, context) => {
  const table = tableFor(context, tableId, 'tables.archive');
  return table.archived ? change(context, tableId, { $case: 'tableRestored', value: { tableId } }) : none;
};
export const tableRestored: InverseOf<'tableRestored'> = ({ tableId }, context) => {
  const table = tableFor(context, tableId, 'tables.archive');
  return table.archived ? none : change(context, tableId, { $case: 'tableArchived', value: { tableId } });
};

const setting = (tableId: string, name: string, current: unknown, undoTo: unknown): Conflict => ({
  tableId,
  fieldId: '',
  fieldName: name,
  current,
  undoTo,
});

export const tableDescribed: InverseOf<'tableDescribed'> = (event, context) => {
  const table = tableFor(context, event.tableId, 'fields.manage');
  const value: EventOf<'tableDescribed'> = { tableId: event.tableId };
  const conflicts: Conflict[] = [];
  for (const key of ['label', 'icon', 'color', 'description'] as const) {
    const [after, before] = [event[key], event[`${key}Before`]];
    if (after === undefined || before === undefined || table[key] === before) continue;
    if (table[key] !== after) {
      conflicts.push(setting(table.id, key, table[key], before));
      if (!context.overwrite) continue;
    }
    value[key] = before;
    value[`${key}Before`] = table[key];
  }
  const changes = Object.keys(value).length > 1;
  return {
    ...(changes ? change(context, table.id, { $case: 'tableDescribed', value }) : none),
    conflicts,
    skipped: changes ? 0 : conflicts.length,
  };
};

/** Puts one choice of a table back, if it is still the one that was made. */
const choice = (
  event: { readonly tableId: string; readonly fieldId: string; readonly fieldIdBefore: string },
  context: UndoContext,
  name: 'labelFieldId' | 'uniqueFieldId',
  make: (value: { tableId: string; fieldId: string; fieldIdBefore: string }) => TablesEvent,
): Inverse => {
  const table = tableFor(context, event.tableId, 'fields.manage');
  if ([event.fieldId, event.fieldIdBefore].some((id) => id !== '' && !seesField(context, table.id, id))) return none;
  const current = table[name];
  const target = table.fields.find((f) => f.id === event.fieldIdBefore);
  const gone = event.fieldIdBefore !== '' && (target === undefined || (name === 'uniqueFieldId' && !target.unique));
  if (current === event.fieldIdBefore || gone) return none;
  if (current !== event.fieldId && !context.overwrite)
    return { ...none, conflicts: [setting(table.id, name, current, event.fieldIdBefore)], skipped: 1 };
  return change(context, table.id, make({ tableId: table.id, fieldId: event.fieldIdBefore, fieldIdBefore: current }));
};
export const uniqueFieldChosen: InverseOf<'uniqueFieldChosen'> = (event, context) =>
  choice(event, context, 'uniqueFieldId', (value) => ({ $case: 'uniqueFieldChosen', value }));
export const labelFieldChosen: InverseOf<'labelFieldChosen'> = (event, context) =>
  choice(event, context, 'labelFieldId', (value) => ({ $case: 'labelFieldChosen', value }));

const uniqueAgain: NotUndoable = {
  notUndoable: 'Whether the values are still unique must be checked: switch it on in the field.',
};

export const uniquenessEnded: InverseOf<'uniquenessEnded'> = (event, context) => {
  if (!event.unique) return none;
  const table = tableFor(context, event.tableId, 'fields.manage');
  const field = table.fields.find((f) => f.id === event.fieldId);
  if (field === undefined || !field.unique || !seesField(context, table.id, field.id)) return none;
  const value = {
    tableId: table.id,
    before: fieldToMessage(field),
    after: fieldToMessage({ ...field, unique: false }),
  };
  const events = [append(context, table.id, { $case: 'fieldChanged', value })];
  if (table.uniqueFieldId === field.id)
    events.push(
      append(context, table.id, {
        $case: 'uniqueFieldChosen',
        value: { tableId: table.id, fieldId: '', fieldIdBefore: field.id },
      }),
    );
  return { ...none, events };
};

export const fieldAdded: InverseOf<'fieldAdded'> = (event, context) =>
  // A field that an import added, and that other records have values in by now, stays for them.
  context.usedAdditions.has(event.field?.id ?? '') ? none : deleteField(context, event.tableId, event.field?.id ?? '');
export const fieldRestored: InverseOf<'fieldRestored'> = (event, context) =>
  deleteField(context, event.tableId, event.fieldId);

const deleteField = (context: UndoContext, tableId: string, fieldId: string): Inverse => {
  const table = tableFor(context, tableId, 'fields.manage');
  const index = table.fields.findIndex((f) => f.id === fieldId);
  return index < 0 || !seesField(context, tableId, fieldId)
    ? none
    : change(context, tableId, { $case: 'fieldDeleted', value: { tableId, fieldId, index } });
};

export const fieldDeleted: InverseOf<'fieldDeleted'> = ({ tableId, fieldId, index }, context) => {
  const table = tableFor(context, tableId, 'fields.manage');
  if (table.fields.some((f) => f.id === fieldId) || !seesField(context, tableId, fieldId)) return none;
  try {
    checkRestorable(table, fieldId);
  } catch (error) {
    if (!isRejection(error)) throw error;
    const name = table.deletedFields.find((d) => d.field.id === fieldId)?.field.name ?? '';
    return {
      ...none,
      conflicts: [{ tableId, fieldId, fieldName: name, current: null, undoTo: name, blocked: error.code }],
      skipped: 1,
    };
  }
  return change(context, tableId, {
    $case: 'fieldRestored',
    value: { tableId, fieldId, index: Math.min(index, table.fields.length) },
  });
};

const parts = [
  'name',
  'type',
  'props',
  'required',
  'unique',
  'description',
  'default',
  'generation',
  'keptScale',
] as const;
const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const nameTaken = (table: TableState, name: string, fieldId: string): boolean => {
  try {
    checkNameFree(table.fields, name, fieldId);
    return false;
  } catch {
    return true;
  }
};

/**
 * Properties with what a change did to them taken out again: options that others added, renamed or moved since stay as
 * they made them.
 */
const propsBack = (before: FieldProps, after: FieldProps, current: FieldProps, used: ReadonlySet<string>) => {
  const [from, to] = [after.options ?? [], before.options ?? []];
  const kept = new Set(to.map((o) => o.id));
  const gone = from.filter((o) => !kept.has(o.id));
  const { options, conflicts: clashes } = mergeOptions({
    current: current.options ?? [],
    base: from,
    wished: to,
    removed: new Set(gone.filter((o) => !used.has(o.id)).map((o) => o.id)),
  });
  const changed = Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => key !== 'options' && !equal(before[key as keyof FieldProps], after[key as keyof FieldProps]))
      .map((key) => [key, before[key as keyof FieldProps]]),
  );
  const staying = gone.flatMap((o) => (used.has(o.id) ? (current.options ?? []).filter((one) => one.id === o.id) : []));
  return { props: { ...current, ...changed, options } as FieldProps, clashes, staying };
};

export const fieldChanged: InverseOf<'fieldChanged'> = (event, context) => {
  const table = tableFor(context, event.tableId, 'fields.manage');
  if (event.before === undefined || event.after === undefined) return none;
  const [before, after] = [fieldFromMessage(event.before), fieldFromMessage(event.after)];
  const current = table.fields.find((f) => f.id === before.id);
  if (current === undefined || !seesField(context, table.id, current.id)) return none;
  if (before.unique && !after.unique && !current.unique) return uniqueAgain;
  const conflicts: Conflict[] = [];
  let next: FieldState = current;
  for (const part of parts) {
    if (equal(before[part], after[part]) || equal(current[part], before[part])) continue;
    if (part === 'props' && before.type === current.type && current.props.options !== undefined) {
      const { props, clashes, staying } = propsBack(before.props, after.props, current.props, context.usedAdditions);
      conflicts.push(
        ...staying.map(({ label }) => ({
          tableId: table.id,
          fieldId: current.id,
          fieldName: `${current.name}: ${label}`,
          current: label,
          undoTo: null,
          blocked: 'fields.option_in_use',
        })),
      );
      conflicts.push(
        ...clashes.map(({ optionId: _id, theirs, yours }) => ({
          tableId: table.id,
          fieldId: current.id,
          fieldName: `${current.name}: ${theirs}`,
          current: theirs,
          undoTo: yours,
        })),
      );
      if (clashes.length === 0 || context.overwrite) next = { ...next, props };
      continue;
    }
    const conflict = {
      tableId: table.id,
      fieldId: current.id,
      fieldName: `${current.name}: ${part}`,
      current: current[part],
      undoTo: before[part],
    };
    if (part === 'name' && nameTaken(table, before.name, current.id)) {
      conflicts.push({ ...conflict, blocked: 'fields.name_taken' });
      continue;
    }
    if (!equal(current[part], after[part])) {
      conflicts.push(conflict);
      if (!context.overwrite) continue;
    }
    next = { ...next, [part]: before[part] };
  }
  const counted = { conflicts, skipped: conflicts.length };
  if (next === current) return { ...none, ...counted };
  const value = { tableId: table.id, before: fieldToMessage(current), after: fieldToMessage(next) };
  return { ...change(context, table.id, { $case: 'fieldChanged', value }), ...counted };
};

export const fieldsReordered: InverseOf<'fieldsReordered'> = (event, context) => {
  const table = tableFor(context, event.tableId, 'fields.manage');
  const current = table.fields.map((f) => f.id);
  const live = new Set(current);
  const wanted = event.fieldIdsBefore.filter((id) => live.has(id));
  const named = new Set(wanted);
  const order = [...wanted, ...current.filter((id) => !named.has(id))];
  if (equal(order, current)) return none;
  return change(context, table.id, {
    $case: 'fieldsReordered',
    value: { tableId: table.id, fieldIds: order, fieldIdsBefore: current },
  });
};

/** Puts the rules back, if they are still those that were made. */
export const conditionalsChanged: InverseOf<'conditionalsChanged'> = (event, context) => {
  const table = tableFor(context, event.tableId, 'fields.manage');
  const current = rulesJson(table.conditionals ?? []);
  if (current === event.beforeJson) return none;
  const conflicts = current === event.rulesJson ? [] : [setting(table.id, 'conditionals', current, event.beforeJson)];
  if (conflicts.length > 0 && !context.overwrite) return { ...none, conflicts, skipped: 1 };
  const value = { tableId: table.id, rulesJson: event.beforeJson, beforeJson: current };
  return { ...change(context, table.id, { $case: 'conditionalsChanged', value }), conflicts };
};

/** What a form is told as where two of them stand against each other: its title, never its whole configuration. */
const titleOf = (configJson: string, version: number): unknown =>
  configJson === '' ? null : (readConfig(formType, version, configJson)['title'] ?? null);

/** Puts a form back, if it is still the one that was saved. */
export const tableFormChanged: InverseOf<'tableFormChanged'> = (event, context) => {
  const table = tableFor(context, event.tableId, 'fields.manage');
  const name = tableForms.find((one) => one === event.form);
  if (name === undefined) return none;
  const { configJson = '', configVersion = 0 } = table.forms?.[name] ?? {};
  if (configJson === event.beforeJson) return none;
  const conflicts =
    configJson === event.configJson
      ? []
      : [
          setting(
            table.id,
            `${name}Form`,
            titleOf(configJson, configVersion),
            titleOf(event.beforeJson, event.beforeVersion),
          ),
        ];
  if (conflicts.length > 0 && !context.overwrite) return { ...none, conflicts, skipped: 1 };
  const value = {
    tableId: table.id,
    form: name,
    configJson: event.beforeJson,
    configVersion: event.beforeVersion,
    beforeJson: configJson,
    beforeVersion: configVersion,
  };
  return { ...change(context, table.id, { $case: 'tableFormChanged', value }), conflicts };
};

const viewRight = (context: UndoContext, tableId: string, ownerUserId: string): void => {
  const action = ownerUserId === '' ? 'views.manage' : 'views.own';
  if (!can(context.actor, action, tableId).allow || (ownerUserId !== '' && ownerUserId !== userOf(context.actor)))
    throw refuse(action);
};

const deleteView = (context: UndoContext, tableId: string, viewId: string): Inverse => {
  const current = viewFor(context, tableFor(context, tableId, 'tables.view'), viewId);
  if (current === undefined || current.deleted) return none;
  viewRight(context, tableId, current.view.ownerUserId);
  const value = { tableId, viewId, index: 0, view: viewToMessage(current.view) };
  return changeView(context, tableId, viewId, { $case: 'viewDeleted', value });
};

export const viewCreated: InverseOf<'viewCreated'> = (event, context) =>
  deleteView(context, event.tableId, event.view?.id ?? '');
export const viewRestored: InverseOf<'viewRestored'> = (event, context) =>
  deleteView(context, event.tableId, event.viewId);

export const viewDeleted: InverseOf<'viewDeleted'> = ({ tableId, viewId }, context) => {
  const current = viewFor(context, tableFor(context, tableId, 'tables.view'), viewId);
  if (current === undefined || !current.deleted) return none;
  viewRight(context, tableId, current.view.ownerUserId);
  const value = { tableId, viewId, index: 0, view: viewToMessage(current.view) };
  return changeView(context, tableId, viewId, { $case: 'viewRestored', value });
};

export const viewChanged: InverseOf<'viewChanged'> = (event, context) => {
  if (event.before === undefined || event.after === undefined) return none;
  const [before, after] = [viewFromMessage(event.before), viewFromMessage(event.after)];
  const found = viewFor(context, tableFor(context, event.tableId, 'tables.view'), before.id);
  if (found === undefined || found.deleted || equal(found.view, before)) return none;
  const current = found.view;
  viewRight(context, event.tableId, before.ownerUserId);
  viewRight(context, event.tableId, current.ownerUserId);
  const conflicts = equal(current, after)
    ? []
    : [setting(event.tableId, `view ${current.label}`, current.label, before.label)];
  if (conflicts.length > 0 && !context.overwrite) return { ...none, conflicts, skipped: 1 };
  return {
    ...changeView(context, event.tableId, before.id, {
      $case: 'viewChanged',
      value: { tableId: event.tableId, before: viewToMessage(current), after: viewToMessage(before) },
    }),
    conflicts,
  };
};
