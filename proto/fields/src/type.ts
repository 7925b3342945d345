import type { AggregateFunction, Cell, FileValue, Operand, PartSpecs, Predicate, StorageKind } from '@tessera/kernel';
import type { Properties } from './property.ts';

/**
 * What a field type is, wherever a value is read, checked, compared or shown: the tables service, imports and the
 * browser share it. A type is a folder `src/<type>/` with its tests, and one line in `src/list.ts`. Pure: no clock, no
 * locale but the one handed in, no I/O; imports types and `@tessera/kernel/cells` only from the kernel, so that a
 * browser bundle stays small.
 */
export type FieldType<Props extends object = FieldProps> = {
  /** The specification's name: singleLineText, number, currency, criado_em ... */
  readonly id: string;
  readonly storage: StorageKind;
  /** Of a structured type: its parts, under the names that values have in the API. */
  readonly parts?: PartSpecs;
  /** The part by which records are sorted and grouped, and whose least and greatest are told. */
  readonly mainPart?: string;
  /** What filters may ask of a part, by its name. */
  readonly partOperators?: Readonly<Record<string, readonly FilterOperator[]>>;
  /** Types of one family keep each other's cells as they are when one becomes the other. */
  readonly family?: 'text' | 'number' | 'items';
  /** It takes any text, with all its lines or as one line: what fits nowhere else fits there. */
  readonly anyText?: 'lines' | 'line';
  /**
   * Set by the server alone (criado_por, criado_em, last updated): refused in writes, has no editor, no column of its
   * own.
   */
  readonly system?: 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy';
  /**
   * What it tells is kept beside the records and joined when they are read, or it tells nothing, as buttons do: it has no
   * column, and is refused in writes.
   */
  readonly apart?: 'comments' | 'starred' | 'stays' | 'nothing';
  /** Of a button: its property `linkFieldId` names a link field of its table, and it is not kept without one. */
  readonly along?: true;
  /**
   * Its values are links to records: of the field that they belong to (`owning`), or of the other side of such a field,
   * which has no column of its own: what it shows are the records that link to it.
   */
  readonly links?: 'owning' | 'other';
  /** Of links: a record is linked once at most on either side. */
  readonly pairs?: true;
  /**
   * Its values are computed from others, those of its own record or those of records that it is linked to: refused in
   * writes, never required, without a default and no key.
   */
  readonly derived?: 'ofRow' | 'ofLinks';
  /** The feature of the plan that a field with these properties needs, by its name. */
  needs?(props: Props): 'advancedDevFeatures' | 'devAppBlocksAndFields' | 'premiumAppBlocksAndFields' | undefined;
  /** What the type is for a field with these properties, where they decide over its storage: that of a result. */
  of?(props: Props): FieldType;
  /** Whether contains-search covers it. */
  readonly searchable: boolean;
  /** Whether it may be the unique or key field (singleLineText, text, number, phone, email). */
  readonly keyable: boolean;
  /** Its values name a record to people: the first such field labels the records of a table. */
  readonly namesRecords?: true;
  /** What of a type's values becomes what, where a field of one type becomes one of another. */
  readonly conversions: Conversions | null;
  readonly format: ValueFormat;
  /**
   * The shape of the texts of a file that are its values, which an import knows of each text. Without one an import
   * tries the texts themselves, and never proposes the type.
   */
  readonly shape?: TextShape;
  /** What an import knows its texts by, of a type without such a shape: then it may be proposed. */
  readonly known?: KnownBy;
  /** A kind of number format of workbooks: columns of such cells are proposed as the type. */
  readonly formatted?: CellFormat;
  /** Of decimal storage: what may stand beside the digits of a text. */
  readonly beside?: BesideDigits<Props>;
  /**
   * The properties that it has. The API refuses others, and the log keeps these: a property that is not described here
   * cannot be stored.
   */
  readonly properties: Properties;
  /** The version of the shape of its properties; 1 unless given. Rises when kept properties would be read otherwise. */
  readonly version?: number;
  /** By the version that they lead on from: how properties of an earlier shape are read. */
  readonly upgrades?: Readonly<Record<number, (kept: object) => object>>;
  /** Decimal places kept for decimal storage. */
  scale?(props: Props): number;
  /** Completes and checks the properties of a definition; throws FieldError. */
  props(input: Partial<Props>): Props;
  /**
   * A value as JSON (from the API) to a cell; null and "" empty it. Throws FieldError. Numbers also as strings, options
   * also by label.
   */
  fromJson(value: unknown, props: Props, context: ReadContext): Cell | null;
  /** A cell to the JSON of the API. Decimals become JSON numbers, those of more than 15 digits texts; instants ISO 8601 in UTC. */
  toJson(cell: Cell, props: Props): unknown;
  /**
   * What a person typed, pasted or a file holds, to a cell. Throws FieldError. Locale-aware: `R$ 1.234,56`, `(1,234)`,
   * `31/12/2025`, `sim`.
   */
  fromText(text: string, props: Props, context: ReadContext): Cell | null;
  /** Why no text but an empty one is read as a value, of a type whose values nobody can write down. */
  readonly unwritten?: string;
  /**
   * Of decimal storage: the same with all its places, before the column rounds it or finds it too large. Throws
   * FieldError.
   */
  exactly?(text: string, props: Props, context: ReadContext): string | null;
  /**
   * Of a text that `fromText` reads: why its cell says something else or less than the text does ("007" is 7, the clocks
   * skip 02:30), with the text that stands for the cell; undefined where it says the same. How a number is written
   * (1.50, 1.5E3, +5, blanks around it) is no part of it. Rounding is told apart, by `exactly`. Never throws for a text
   * that `fromText` reads.
   */
  alters?(text: string, props: Props, context: ReadContext): Alteration | undefined;
  /**
   * A part of a text as its cells hold it: "529.982" of a number that is kept without points is "529982". Of text
   * storage; searches and conditions on parts of a text look for it.
   */
  bare?(text: string): string;
  /**
   * Of free labels: a cell with labels replaced by others, or taken out where they are null; the labels to replace are
   * compared as those of the cells are. Undefined where the cell has none of them.
   */
  relabelled?(cell: Cell, replacements: Readonly<Record<string, string | null>>): Cell | null | undefined;
  /** Of files: whether it has one of these; all unless given. */
  takesFile?(file: FileValue): boolean;
  /**
   * The server gives each record a number when it is made, counted from 1 by the field, and never gives it again: this is
   * its cell. Such values are refused in writes.
   */
  numbered?(number: number, props: Props): Cell;
  /** The default of a field whose properties say it; null for none. */
  begins?(props: Props): Cell | null;
  /** The default that is found out anew for each record, of a field whose property of this name says that it has it. */
  readonly computedDefault?: {
    readonly property: 'default_current_user' | 'default_now';
    cell(making: Making): Cell | null;
  };
  /** Of values that several people change at once: what changes a part of one and leaves the rest as others have it. */
  readonly amend?: Amend;
  /** A cell for generated tests, where one of its storage is not one of the type; `random` answers numbers in [0, 1). */
  sample?(random: () => number): Cell;
  /** A cell as a person reads, copies and exports it. */
  toText(cell: Cell, props: Props, context: ShowContext): string;
  /** A cell as it is shown, where its text says more than people want to see so that it reads back. */
  shown?(cell: Cell, props: Props, context: ShowContext): string;
  /** The filter operators with how each becomes a predicate; ids as the API and saved views name them. */
  readonly operators: readonly FilterOperator[];
  readonly sortable: boolean;
  /** Its order is that of the time since its moment: the latest moment is the least. */
  readonly countsBack?: true;
  readonly aggregates: readonly AggregateFunction[];
};

/** Who changes a value and when, in ms of the server's clock; `by` is the id of a person, undefined for a program. */
export type Amending = {
  readonly now: number;
  readonly by: string | undefined;
  readonly newId: () => string;
};

/** Who makes a record and when, in ms of the server's clock. */
export type Making = {
  readonly now: number;
  /** The id of a person; undefined for whoever is none. */
  readonly by: string | undefined;
  /** The zone of the organization. */
  timezone(): string;
};

/** How a value is changed in part. */
export type Amend = {
  /** Whether a JSON value of the API is a change and no whole value. */
  asks(value: unknown): boolean;
  /** The present cell with a change. Throws FieldError. */
  apply(present: Cell | null, value: unknown, amending: Amending): Cell | null;
  /** The change from one value, as the API writes it, to another; undefined where only the whole says it. */
  between(before: unknown, after: unknown): unknown;
};

/** What a text becomes that does not stay what it says: a stable code for translation, the English sentence, the text after. */
export type Alteration = { readonly code: string; readonly message: string; readonly becomes: string };

/**
 * Types of a group are converted alike: `to` names the groups whose types this one becomes, 'all' those of every group
 * that texts are read as, also of groups that come later. Null for what the system sets.
 */
export type Conversions = {
  readonly group:
    'text' | 'number' | 'options' | 'moment' | 'check' | 'contact' | 'person' | 'record' | 'files' | 'items' | 'other';
  readonly to: readonly Conversions['group'][] | 'all';
  /** Groups whose types become this one too, though they do not name its group. */
  readonly from?: readonly Conversions['group'][];
  /** Nothing becomes one. */
  readonly closed?: true;
};

export type CellFormat = 'time' | 'duration';
export type TextShape = 'any' | 'number' | 'day' | 'moment' | 'tick' | 'email' | 'link' | 'phone' | 'person';

/** Of texts of `least` to `most` characters, ends trimmed: whether one is surely a value of the type, or may be one. */
export type KnownBy = {
  readonly least: number;
  readonly most: number;
  reads(text: string): 'surely' | 'maybe' | 'no';
  /** Names of columns whose values are of the type where all of them may be. */
  readonly names: RegExp;
};

/** How the API writes values of a type: what it takes, in a sentence or two, and a value as it answers it. */
export type ValueFormat = { readonly takes: string; readonly example: unknown };

export type BesideDigits<Props extends object = FieldProps> = {
  readonly percent?: true;
  /** Whether an amount with this sign of a currency belongs to a field with these properties. */
  sign?(sign: string, props: Props): boolean;
};

/** The properties that more than one place knows by name. A type with others gives `FieldType` its own. */
export type FieldProps = {
  readonly options?: readonly SelectOption[];
  readonly decimals?: number;
  readonly currency_symbol?: string;
  /** How a computed number is shown. */
  readonly number_format?: 'number' | 'currency';
  readonly date_format?: string;
  readonly thousands?: boolean;
  readonly minimum_options?: number;
  readonly notify?: boolean;
  readonly default_current_user?: boolean;
  readonly default_now?: boolean;
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
  /** Files by id that whoever writes may put into a field; without it none. */
  readonly findFile?: (id: string) => FileValue | undefined;
  /**
   * Records of a table by id, unique value or label, for links: all that a text may mean; undefined where nobody can
   * tell.
   */
  readonly findRecords?: (text: string, tableId: string) => readonly string[] | undefined;
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
  /** In ms: the end of times that still go on. Without it they are told by their begin. */
  readonly now?: number;
  readonly currency?: string;
  readonly userName?: (id: string) => string;
  /** What a record of a table that is linked to is called. */
  readonly recordName?: (id: string) => string;
};

export type FilterOperator = {
  readonly id: string;
  /** What its value is typed with; 'none' for isEmpty. `texts`, `options` and `users` take a list. */
  readonly value:
    | 'none'
    | 'text'
    | 'texts'
    | 'number'
    | 'option'
    | 'options'
    | 'date'
    | 'user'
    | 'users'
    | 'records'
    | 'boolean'
    | 'time'
    | 'range';
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
