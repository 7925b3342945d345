import type { AggregateFunction, Cell, Operand, Predicate, StorageKind } from '@tessera/kernel';

/**
 * What a field type is, wherever a value is read, checked, compared or shown: the tables service, imports and the
 * browser share it. A type is a folder `src/<type>/` with its tests, and one line in `src/list.ts`. Pure: no clock, no
 * locale but the one handed in, no I/O; imports types and `@tessera/kernel/cells` only from the kernel, so that a
 * browser bundle stays small.
 */
export type FieldType = {
  /** The specification's name: singleLineText, number, currency, criado_em ... */
  readonly id: string;
  readonly storage: StorageKind;
  /**
   * Set by the server alone (criado_por, criado_em, last updated): refused in writes, has no editor, no column of its
   * own.
   */
  readonly system?: 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy';
  /** Whether contains-search covers it. */
  readonly searchable: boolean;
  /** Whether it may be the unique or key field (building 5: singleLineText, text, number, phone, email). */
  readonly keyable: boolean;
  /** How the grid and the panel edit and draw it; the browser has one component a kind, not one a type. */
  readonly editor:
    'text' | 'longText' | 'number' | 'option' | 'options' | 'date' | 'dateTime' | 'toggle' | 'link' | 'user' | 'none';
  readonly display:
    | 'text'
    | 'longText'
    | 'number'
    | 'percent'
    | 'currency'
    | 'option'
    | 'options'
    | 'date'
    | 'dateTime'
    | 'check'
    | 'link'
    | 'email'
    | 'phone'
    | 'user';
  /** Decimal places kept for decimal storage. */
  scale?(props: FieldProps): number;
  /**
   * Completes and checks the properties of a definition; throws FieldError. Unknown keys are refused by the schema
   * before.
   */
  props(input: Partial<FieldProps>): FieldProps;
  /**
   * A value as JSON (from the API) to a cell; null and "" empty it. Throws FieldError. Numbers also as strings, options
   * also by label.
   */
  fromJson(value: unknown, props: FieldProps, context: ReadContext): Cell | null;
  /** A cell to the JSON of the API. Decimals become JSON numbers, those of more than 15 digits texts; instants ISO 8601 in UTC. */
  toJson(cell: Cell, props: FieldProps): unknown;
  /**
   * What a person typed, pasted or a file holds, to a cell. Throws FieldError. Locale-aware: `R$ 1.234,56`, `(1,234)`,
   * `31/12/2025`, `sim`.
   */
  fromText(text: string, props: FieldProps, context: ReadContext): Cell | null;
  /** A cell as a person reads, copies and exports it. */
  toText(cell: Cell, props: FieldProps, context: ShowContext): string;
  /** The filter operators with how each becomes a predicate; ids as the API and saved views name them. */
  readonly operators: readonly FilterOperator[];
  readonly sortable: boolean;
  readonly aggregates: readonly AggregateFunction[];
};

/** Properties of every type, flat; a type reads its own. The same shape as proto's FieldProps. */
export type FieldProps = {
  readonly options?: readonly SelectOption[];
  readonly decimals?: number;
  readonly currency_symbol?: string;
  readonly date_format?: string;
  readonly thousands?: boolean;
  readonly minimum_options?: number;
  readonly notify?: boolean;
};
export type SelectOption = { readonly id: string; readonly label: string; readonly color: string };

/**
 * How texts of one locale read. Column-wise decisions of an import (day first, decimal comma) come through here as
 * well.
 */
export type ReadContext = {
  readonly decimal: '.' | ',';
  readonly dayFirst: boolean;
  /** IANA zone in which times without a zone are read. */
  readonly timezone: string;
  /** Users by id, name or e-mail, for user fields; undefined when not found. */
  readonly findUser?: (text: string) => string | undefined;
  /**
   * Whether an unknown option label may become a new option; then `fromText` answers `newOption(label)` ids, which the
   * caller adds.
   */
  readonly onNewOption?: (label: string) => string;
  /**
   * For imports: a value that contradicts the column's decision (12/31/2025 in a day-first column, 1.5 in a
   * decimal-comma column, another currency's sign) does not fit. Otherwise a text with one possible reading is read so,
   * and the decision settles only the ambiguous ones.
   */
  readonly strict?: boolean;
  /** Whole numbers in date columns are days since 1899-12-30, as spreadsheets store them. */
  readonly serialDates?: boolean;
};
export type ShowContext = {
  readonly locale: string;
  readonly timezone: string;
  readonly currency?: string;
  readonly userName?: (id: string) => string;
};

export type FilterOperator = {
  readonly id: string;
  /** What its value is typed with; 'none' for isEmpty. `texts`, `options` and `users` take a list. */
  readonly value:
    'none' | 'text' | 'texts' | 'number' | 'option' | 'options' | 'date' | 'user' | 'users' | 'boolean' | 'range';
  /** Makes the predicate. Throws FieldError for a value that does not fit. */
  predicate(operand: Operand, value: unknown, props: FieldProps, context: FilterContext): Predicate;
};

/**
 * Relative dates and "current user" are resolved when the query runs. `now` in ms; `today` is the reader's civil date.
 */
export type FilterContext = {
  readonly now: number;
  readonly today: string;
  readonly timezone: string;
  readonly weekStart: 0 | 1 | 6;
  readonly currentUserId?: string;
};

/** Why a value does not fit: a stable code for translation with its parameters, and the English sentence. */
export class FieldError extends Error {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  constructor(code: string, message: string, params: Readonly<Record<string, string | number>> = {}) {
    super(message);
    this.name = 'FieldError';
    this.code = code;
    this.params = params;
  }
}
