import { fieldType } from './list.ts';
import { isOf } from './property.ts';
import type { FieldProps, FieldType, SelectOption } from './type.ts';

/** The properties of the first releases, one field of the message each; no property is added to them. */
type FlatProps = {
  readonly options: SelectOption[];
  readonly decimals?: number | undefined;
  readonly currencySymbol: string;
  readonly dateFormat: string;
  readonly includeTimeSeconds: boolean;
  readonly thousands: boolean;
  readonly minimumOptions?: number | undefined;
  readonly notify: boolean;
};
/** How the message of a field carries its properties. */
export type StoredProps = {
  readonly props?: FlatProps | undefined;
  /** The properties as JSON; empty in what the first releases wrote. */
  readonly propsJson: string;
  readonly propsVersion: number;
};

const flatOf = (props: FieldProps): FlatProps => ({
  options: (props.options ?? []).map((option) => ({ ...option })),
  decimals: props.decimals,
  currencySymbol: props.currency_symbol ?? '',
  dateFormat: props.date_format ?? '',
  includeTimeSeconds: false,
  thousands: props.thousands ?? false,
  minimumOptions: props.minimum_options,
  notify: props.notify ?? false,
});

/** What the message could not leave unset (false, '') reads as not given. */
const fromFlat = (props: FlatProps): FieldProps => ({
  ...(props.options.length > 0 && { options: props.options }),
  ...(props.decimals !== undefined && { decimals: props.decimals }),
  ...(props.currencySymbol !== '' && { currency_symbol: props.currencySymbol }),
  ...(props.dateFormat !== '' && { date_format: props.dateFormat }),
  ...(props.thousands && { thousands: true }),
  ...(props.minimumOptions !== undefined && { minimum_options: props.minimumOptions }),
  ...(props.notify && { notify: true }),
});

/**
 * Throws for a property that the type does not describe, or describes otherwise: it would be kept, and no reader could
 * know what it is.
 */
export const checkDescribed = (type: Pick<FieldType, 'id' | 'properties'>, props: object): void => {
  for (const [name, value] of Object.entries(props)) {
    const property = Object.hasOwn(type.properties, name) ? type.properties[name] : undefined;
    if (value !== undefined && (property === undefined || !isOf(property, value)))
      throw new Error(`the type ${type.id} does not describe its property ${name} as it is`);
  }
};

/**
 * Properties as the log and other services carry them: one document with the version of its shape. The first releases
 * read the flat message, which is written beside it. Throws for a property that the type does not describe.
 */
export const storeProps = (typeId: string, props: FieldProps): StoredProps & { readonly props: FlatProps } => {
  const type = fieldType(typeId);
  if (type !== undefined) checkDescribed(type, props);
  return { props: flatOf(props), propsJson: JSON.stringify(props), propsVersion: type?.version ?? 1 };
};

/** The properties that a message carries, in the shape of today. A type that is not known keeps what is there. */
export const readProps = (
  typeId: string,
  { props, propsJson, propsVersion = 1 }: Omit<StoredProps, 'propsJson' | 'propsVersion'> & Partial<StoredProps>,
): FieldProps => {
  // A state that the first releases kept of a message has no such part at all.
  if (propsJson === undefined || propsJson === '') return props === undefined ? {} : fromFlat(props);
  const type = fieldType(typeId);
  let kept = JSON.parse(propsJson) as object;
  for (let version = propsVersion; version < (type?.version ?? 1); version++)
    kept = type?.upgrades?.[version]?.(kept) ?? kept;
  return kept;
};
