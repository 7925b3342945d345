import type { Field as FieldMessage, View as ViewMessage } from '@tessera/proto/tables/v1/events';
import type { CellValue } from '@tessera/proto/tables/v1/values';
import type { Cell, StorageKind } from '@tessera/kernel';
import type { FieldProps } from '@tessera/fields';
import { dateToDays, daysToDate } from '../records/dates.ts';
import { storageOf } from './types.ts';
import type { FieldState, ViewState } from './state.ts';

export const cellToValue = (cell: Cell, kind: StorageKind): CellValue => {
  switch (kind) {
    case 'text':
      return { value: { $case: 'text', value: cell as string } };
    case 'decimal':
      return { value: { $case: 'decimal', value: cell as string } };
    case 'boolean':
      return { value: { $case: 'boolean', value: cell as boolean } };
    case 'date':
      return { value: { $case: 'date', value: dateToDays(cell as string) } };
    case 'instant':
      return { value: { $case: 'instant', value: cell as number } };
    case 'option':
      return { value: { $case: 'optionId', value: cell as string } };
    case 'options':
      return { value: { $case: 'optionIds', value: { ids: [...(cell as readonly string[])] } } };
    case 'user':
      return { value: { $case: 'userId', value: cell as string } };
    case 'users':
      return { value: { $case: 'userIds', value: { ids: [...(cell as readonly string[])] } } };
  }
};

export const valueToCell = (message: CellValue | undefined): Cell | null => {
  const value = message?.value;
  if (value === undefined) return null;
  switch (value.$case) {
    case 'empty':
      return null;
    case 'date':
      return daysToDate(value.value);
    case 'optionIds':
    case 'userIds':
      return value.value.ids;
    default:
      return value.value;
  }
};

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
  props: {
    options: (field.props.options ?? []).map((o) => ({ ...o })),
    decimals: field.props.decimals,
    currencySymbol: field.props.currency_symbol ?? '',
    dateFormat: field.props.date_format ?? '',
    includeTimeSeconds: false,
    thousands: field.props.thousands ?? false,
    minimumOptions: field.props.minimum_options,
    notify: field.props.notify ?? false,
  },
});

/** Properties as field types know them; what proto cannot leave unset (false, '') reads as not given. */
export const propsFromMessage = (props: FieldMessage['props']): FieldProps =>
  props === undefined
    ? {}
    : {
        ...(props.options.length > 0 && { options: props.options }),
        ...(props.decimals !== undefined && { decimals: props.decimals }),
        ...(props.currencySymbol !== '' && { currency_symbol: props.currencySymbol }),
        ...(props.dateFormat !== '' && { date_format: props.dateFormat }),
        ...(props.thousands && { thousands: true }),
        ...(props.minimumOptions !== undefined && { minimum_options: props.minimumOptions }),
        ...(props.notify && { notify: true }),
      };

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
  props: propsFromMessage(field.props),
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
