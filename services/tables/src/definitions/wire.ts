import type { Actor, Cell } from '@tessera/kernel';
import type { FieldProps } from '@tessera/fields';
import { accessTo, can, maskAllows, tableRightsOf, userOf, type Grant } from '@tessera/proto/rights';
import { shownConfig } from '../views/shown.ts';
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
  readonly access: string;
  readonly rights: ReturnType<typeof tableRightsOf>;
  readonly createdAt: string;
  readonly updatedAt: string;
};

const defaultWire = (field: FieldState, cell: Cell): unknown => typeOf(field.type)?.toJson(cell, field.props) ?? cell;

export const fieldWire = (field: FieldState): FieldWire => ({
  id: field.id,
  name: field.name,
  type: field.type,
  props: field.props,
  required: field.required,
  unique: field.unique,
  description: field.description,
  ...(field.default !== null && { default: defaultWire(field, field.default) }),
});

/**
 * A view as its reader may see it: without what it says of fields that are hidden from them or gone, or that have
 * become of another type.
 */
export const viewWire = (view: ViewState, table: TableState, grant: Grant): ViewWire => ({
  id: view.id,
  type: view.type,
  label: view.label,
  personal: view.ownerUserId !== '',
  config: shownConfig(view, table, grant),
});

export const seesView = (view: ViewState, actor: Actor): boolean =>
  view.ownerUserId === '' || view.ownerUserId === userOf(actor);

export const tableWire = (
  table: TableState,
  actor: Actor,
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
  fields: table.fields.filter((f) => maskAllows(grant.fieldMask, f.id)).map(fieldWire),
  views: table.views.filter((v) => seesView(v, actor)).map((view) => viewWire(view, table, grant)),
  access: accessTo(actor, table.id) ?? 'view',
  rights: tableRightsOf(actor, table.id),
  createdAt: new Date(table.createdAt).toISOString(),
  updatedAt: new Date(table.updatedAt).toISOString(),
});
