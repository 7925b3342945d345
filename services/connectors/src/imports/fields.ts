import type { FieldProps } from '@tessera/fields';
import type { Field as FieldMessage } from '@tessera/proto/tables/v1/events';

/** Properties as field types know them to the message, and back; what proto cannot leave unset reads as not given. */
export const propsToMessage = (props: FieldProps): NonNullable<FieldMessage['props']> => ({
  options: (props.options ?? []).map((option) => ({ ...option })),
  decimals: props.decimals,
  currencySymbol: props.currency_symbol ?? '',
  dateFormat: props.date_format ?? '',
  includeTimeSeconds: false,
  thousands: props.thousands ?? false,
  minimumOptions: props.minimum_options,
  notify: props.notify ?? false,
});

export const propsFromMessage = (props: FieldMessage['props']): FieldProps =>
  props === undefined
    ? {}
    : {
        ...(props.options.length > 0 ? { options: props.options } : {}),
        ...(props.decimals === undefined ? {} : { decimals: props.decimals }),
        ...(props.currencySymbol === '' ? {} : { currency_symbol: props.currencySymbol }),
        ...(props.dateFormat === '' ? {} : { date_format: props.dateFormat }),
        ...(props.thousands ? { thousands: true } : {}),
        ...(props.minimumOptions === undefined ? {} : { minimum_options: props.minimumOptions }),
        ...(props.notify ? { notify: true } : {}),
      };
