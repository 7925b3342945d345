import type { Aggregate, EventContext } from '@tessera/kernel';
import type { EventOf, TablesEvent } from '../events.ts';
import { settleFormulas } from '../formulas/settle.ts';
import { fieldFromMessage, viewFromMessage } from './mapper.ts';
import { rulesIn } from '../conditionals/rules.ts';
import { guards, tableForms, type FieldState, type TableState, type ViewState } from './state.ts';

const created = (event: EventOf<'tableCreated'>, context: EventContext): TableState => {
  const fields = event.fields.map(fieldFromMessage);
  return {
    id: event.tableId,
    label: event.label,
    icon: event.icon,
    color: event.color,
    description: event.description,
    archived: false,
    fields,
    deletedFields: [],
    views: event.views.map(viewFromMessage),
    deletedViews: [],
    labelFieldId: event.labelFieldId,
    uniqueFieldId: event.uniqueFieldId,
    becomingUnique: [],
    lastNumber: fields.reduce((max, field) => Math.max(max, field.number), 0),
    version: 1,
    createdAt: context.time,
    createdBy: context.actorId,
    updatedAt: context.time,
  };
};

const insertAt = <T>(list: readonly T[], index: number | undefined, item: T): readonly T[] => {
  const at = index === undefined ? list.length : Math.min(index, list.length);
  return [...list.slice(0, at), item, ...list.slice(at)];
};

const reorder = (fields: readonly FieldState[], order: readonly string[]): readonly FieldState[] => {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const placed = order.flatMap((id) => {
    const field = byId.get(id);
    byId.delete(id);
    return field === undefined ? [] : [field];
  });
  return [...placed, ...byId.values()];
};

const restored = ({ archivedAt: _at, archivedBy: _by, ...state }: TableState): TableState => ({
  ...state,
  archived: false,
});

const replaceField = (state: TableState, after: FieldState): TableState => ({
  ...state,
  fields: state.fields.map((field) => (field.id === after.id ? after : field)),
  deletedFields: state.deletedFields.map((d) => (d.field.id === after.id ? { ...d, field: after } : d)),
});

const deleteField = (state: TableState, id: string, index: number, time: number): TableState => {
  const field = state.fields.find((f) => f.id === id);
  if (field === undefined) return state;
  return {
    ...state,
    fields: state.fields.filter((f) => f.id !== id),
    deletedFields: [...state.deletedFields, { field, index, deletedAt: time }],
  };
};

const restoreField = (state: TableState, id: string, index: number): TableState => {
  const deleted = state.deletedFields.find((d) => d.field.id === id);
  if (deleted === undefined) return state;
  return {
    ...state,
    fields: insertAt(state.fields, index, deleted.field),
    deletedFields: state.deletedFields.filter((d) => d !== deleted),
  };
};

const withView = (state: TableState, after: ViewState): TableState => ({
  ...state,
  views: state.views.map((v) => (v.id === after.id ? after : v)),
});

/** A form that a later version knows is left to it. */
const withForm = (state: TableState, event: EventOf<'tableFormChanged'>): TableState => {
  const name = tableForms.find((one) => one === event.form);
  if (name === undefined) return state;
  const { [name]: _before, ...rest } = state.forms ?? {};
  const { configJson, configVersion } = event;
  return { ...state, forms: configJson === '' ? rest : { ...rest, [name]: { configJson, configVersion } } };
};

const change = (state: TableState, event: TablesEvent, context: EventContext): TableState => {
  switch (event.$case) {
    case 'tableDescribed': {
      const { label, icon, color, description } = event.value;
      return {
        ...state,
        ...(label !== undefined && { label }),
        ...(icon !== undefined && { icon }),
        ...(color !== undefined && { color }),
        ...(description !== undefined && { description }),
      };
    }
    case 'tableArchived':
      return { ...state, archived: true, archivedAt: context.time, archivedBy: context.actorId };
    case 'tableRestored':
      return restored(state);
    case 'tableGuarded':
      return { ...state, guards: guards.filter((one) => event.value.events.includes(one)) };
    case 'conditionalsChanged':
      return { ...state, conditionals: rulesIn(event.value.rulesJson) };
    case 'tableFormChanged':
      return withForm(state, event.value);
    case 'uniqueFieldChosen':
      return { ...state, uniqueFieldId: event.value.fieldId };
    case 'labelFieldChosen':
      return { ...state, labelFieldId: event.value.fieldId };
    case 'uniquenessStarted': {
      const { fieldId, epoch, operationId } = event.value;
      return {
        ...state,
        becomingUnique: [...state.becomingUnique.filter((b) => b.fieldId !== fieldId), { fieldId, epoch, operationId }],
      };
    }
    case 'uniquenessEnded': {
      const { fieldId, epoch, unique } = event.value;
      const rest = { ...state, becomingUnique: state.becomingUnique.filter((b) => b.fieldId !== fieldId) };
      const field = [...state.fields, ...state.deletedFields.map((d) => d.field)].find((f) => f.id === fieldId);
      return field === undefined ? rest : replaceField(rest, { ...field, unique, uniqueEpoch: epoch });
    }
    case 'fieldConversionStarted': {
      const { before, after: message, operationId, back, locale, timezone } = event.value;
      if (before === undefined || message === undefined) return state;
      const after = fieldFromMessage(message);
      const highest = Math.max(before.generation, after.generation, state.generations?.[after.id] ?? 0);
      return {
        ...state,
        generations: { ...state.generations, [after.id]: highest },
        converting: [
          ...(state.converting ?? []).filter((c) => c.after.id !== after.id),
          { after, operationId, back, locale, timezone },
        ],
      };
    }
    case 'fieldConversionEnded': {
      const { after, before, converted } = event.value;
      const rest = {
        ...state,
        converting: (state.converting ?? []).filter((c) => c.after.id !== (after ?? before)?.id),
      };
      return after === undefined || !converted ? rest : replaceField(rest, fieldFromMessage(after));
    }
    case 'fieldAdded': {
      if (event.value.field === undefined) return state;
      const field = fieldFromMessage(event.value.field);
      return {
        ...state,
        fields: insertAt(state.fields, event.value.index, field),
        lastNumber: Math.max(state.lastNumber, field.number),
      };
    }
    case 'fieldChanged':
      return event.value.after === undefined ? state : replaceField(state, fieldFromMessage(event.value.after));
    case 'fieldsReordered':
      return { ...state, fields: reorder(state.fields, event.value.fieldIds) };
    case 'fieldDeleted':
      return deleteField(state, event.value.fieldId, event.value.index, context.time);
    case 'fieldRestored':
      return restoreField(state, event.value.fieldId, event.value.index);
    case 'viewCreated':
      return event.value.view === undefined
        ? state
        : { ...state, views: [...state.views, viewFromMessage(event.value.view)] };
    case 'viewChanged':
      return event.value.after === undefined ? state : withView(state, viewFromMessage(event.value.after));
    case 'viewDeleted': {
      const view = state.views.find((v) => v.id === event.value.viewId);
      if (view === undefined) return state;
      return {
        ...state,
        views: state.views.filter((v) => v !== view),
        deletedViews: [...state.deletedViews, { view, index: event.value.index }],
      };
    }
    case 'viewRestored': {
      const deleted = state.deletedViews.find((d) => d.view.id === event.value.viewId);
      if (deleted === undefined) return state;
      return {
        ...state,
        views: insertAt(state.views, event.value.index, deleted.view),
        deletedViews: state.deletedViews.filter((d) => d !== deleted),
      };
    }
    default:
      return state;
  }
};

/** Folds a table's definition; total, as docs/events.md 4 asks: what it does not know leaves the state as it is. */
export const evolveTable = (
  state: TableState | undefined,
  event: TablesEvent,
  context: EventContext,
): TableState | undefined => {
  if (event.$case === 'tableCreated') return settleFormulas(undefined, created(event.value, context));
  // Of a table that was deleted forever the log alone knows that it was there.
  if (state === undefined || event.$case === 'tableErased') return undefined;
  const next = change(state, event, context);
  if (next === state) return state;
  const stream = `table:${state.id}`;
  const advance = context.advances.find((a) => a.stream === stream);
  const version = advance !== undefined && 'version' in advance ? advance.version : state.version + 1;
  return settleFormulas(state, { ...next, version, updatedAt: context.time });
};

export const tableAggregate: Aggregate<TableState | undefined, TablesEvent> = {
  kind: 'table',
  version: 1,
  initial: undefined,
  evolve: evolveTable,
};
