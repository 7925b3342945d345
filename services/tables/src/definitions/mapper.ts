import type { Field as FieldMessage, View as ViewMessage } from '@tessera/proto/tables/v1/events';
import { cellToValue, valueToCell } from '@tessera/proto/cells';
import { readProps, storeProps } from '@tessera/fields';
import { storageOf } from './types.ts';
import type { FieldState, ViewState } from './state.ts';

export const fieldToMessage = (field: FieldState): FieldMessage => ({
  id: field.id,
  name: field.name,
  type: field.type,
  required: field.required,
  unique: field.unique,
  description: field.description,
  generation: field.generation,
  number: field.number,
  uniqueEpoch: field.uniqueEpoch,
  keptScale: field.keptScale,
  defaultValue: field.default === null ? undefined : cellToValue(field.default, storageOf(field.type)),
  ...storeProps(field.type, field.props),
});

export const fieldFromMessage = (field: FieldMessage): FieldState => ({
  id: field.id,
  name: field.name,
  type: field.type,
  required: field.required,
  unique: field.unique,
  description: field.description,
  generation: field.generation,
  number: field.number,
  uniqueEpoch: field.uniqueEpoch,
  keptScale: field.keptScale,
  default: valueToCell(field.defaultValue),
  props: readProps(field.type, field),
});

export const viewToMessage = (view: ViewState): ViewMessage => ({ ...view });
export const viewFromMessage = (view: ViewMessage): ViewState => ({
  id: view.id,
  type: view.type,
  label: view.label,
  configJson: view.configJson,
  configVersion: view.configVersion,
  ownerUserId: view.ownerUserId,
});
