import type { Actor, Cell } from '@tessera/kernel';
import type { FieldProps } from '@tessera/fields';
import type { ConditionalRule } from '@tessera/fields/conditionals';
import { accessTo, can, maskAllows, tableRightsOf, userOf, type Grant } from '@tessera/proto/rights';
import { namedByName } from '@tessera/formulas';
import { isComputed } from '../formulas/settle.ts';
import { formulaProps } from '../formulas/types.ts';
import { isLinkedValue } from '../linked/source.ts';
import { formWire, type FormWire } from '../forms/wire.ts';
import { mergeViews, type View } from '../views/list.ts';
import { shownConfig } from '../views/shown.ts';
import { isHidden } from './schema.ts';
import { typeOf } from './types.ts';
import type { FieldState, TableState, ViewState } from './state.ts';

export type FieldWire = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly props: FieldProps;
  readonly required: boolean;
  readonly unique: boolean;
  readonly description: string;
  readonly default?: unknown;
};
export type ViewWire = {
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly personal: boolean;
  /** Rises with each change of the view; 0 until the first since views have streams of their own. */
  readonly version: number;
  readonly config: unknown;
};
export type TableWire = {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly color: string;
  readonly description: string;
  readonly version: number;
  readonly labelFieldId: string | null;
  readonly uniqueFieldId: string | null;
  readonly fields: readonly FieldWire[];
  readonly views: readonly ViewWire[];
  readonly conditionals: readonly ConditionalRule[];
  readonly creationForm: FormWire;
  readonly updateForm: FormWire;
  readonly access: string;
  readonly rights: ReturnType<typeof tableRightsOf>;
  readonly createdAt: string;
  readonly updatedAt: string;
};

const defaultWire = (field: FieldState, cell: Cell): unknown => typeOf(field.type)?.toJson(cell, field.props) ?? cell;

/** Properties as they are told: a formula calls fields by their names, `named` being those that its reader sees. */
const propsWire = (field: FieldState, named: readonly FieldState[]): FieldProps => {
  const { formula, timezone: _timezone, locale: _locale, ...props } = formulaProps(field);
  return isComputed(field) && formula !== undefined
    ? ({ ...props, formula: namedByName(formula, named) } as FieldProps)
    : isLinkedValue(field)
      ? (props as FieldProps)
      : field.props;
};

export const fieldWire = (field: FieldState, named: readonly FieldState[]): FieldWire => ({
  id: field.id,
  name: field.name,
  type: field.type,
  props: propsWire(field, named),
  required: field.required,
  unique: field.unique,
  description: field.description,
  ...(field.default !== null && { default: defaultWire(field, field.default) }),
});

/**
 * A view as its reader may see it: without what it says of fields that are hidden from them or gone, or that have
 * become of another type.
 */
export const viewWire = (view: View, table: TableState, grant: Grant): ViewWire => ({
  id: view.id,
  type: view.type,
  label: view.label,
  personal: view.ownerUserId !== '',
  version: view.version,
  config: shownConfig(view, table, grant),
});

export const seesView = (view: Pick<ViewState, 'ownerUserId'>, actor: Actor): boolean =>
  view.ownerUserId === '' || view.ownerUserId === userOf(actor);

/** The fields of a table that its reader sees. */
export const seenFields = (table: TableState, { fieldMask }: Grant): readonly FieldState[] =>
  table.fields.filter((field) => !isHidden(field) && maskAllows(fieldMask, field.id));

/** The rules of a table, without those that ask of a field that their reader does not see. */
const seenRules = (table: TableState, grant: Grant): readonly ConditionalRule[] => {
  const hidden = new Set(table.fields.filter(({ id }) => !maskAllows(grant.fieldMask, id)).map(({ id }) => id));
  return (table.conditionals ?? [])
    .filter(({ conditions }) => conditions.every(({ fieldId }) => !hidden.has(fieldId)))
    .map((rule) => ({ ...rule, fieldIds: rule.fieldIds.filter((id) => !hidden.has(id)) }));
};

/** `views`: those of the table, of all readers or of this one (views/list.ts). */
export const tableWire = (
  table: TableState,
  actor: Actor,
  views: readonly View[] = mergeViews(table, []),
  grant: Grant = can(actor, 'tables.view', table.id),
): TableWire => ({
  id: table.id,
  label: table.label,
  icon: table.icon,
  color: table.color,
  description: table.description,
  version: table.version,
  labelFieldId:
    table.labelFieldId === '' || !maskAllows(grant.fieldMask, table.labelFieldId) ? null : table.labelFieldId,
  uniqueFieldId:
    table.uniqueFieldId === '' || !maskAllows(grant.fieldMask, table.uniqueFieldId) ? null : table.uniqueFieldId,
  fields: seenFields(table, grant).map((field, _, seen) => ({
    ...fieldWire(field, seen),
    ...(!maskAllows(grant.writeMask, field.id) && { readOnly: true as const }),
  })),
  views: views.filter((v) => seesView(v, actor)).map((view) => viewWire(view, table, grant)),
  conditionals: seenRules(table, grant),
  creationForm: formWire(table, 'creation', grant),
  updateForm: formWire(table, 'update', grant),
  access: accessTo(actor, table.id) ?? 'view',
  rights: tableRightsOf(actor, table.id),
  createdAt: new Date(table.createdAt).toISOString(),
  updatedAt: new Date(table.updatedAt).toISOString(),
});
