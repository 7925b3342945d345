import type { FieldProps, FilterOperator } from '@tessera/fields';
import type { Field, IconType, Id, Language, Table, User } from '@tessera/kit';
import type { ComponentType, CSSProperties, ReactNode } from 'react';
import type { ShowContext } from '@tessera/fields';
import type { Shown } from '../data/cut-text.ts';
import type { Leaf } from '../data/filters.ts';
import type { Habits } from '../data/values.ts';
import type { EditorResult } from '../data/entered.ts';
import type { Go } from '../grid/editors.ts';

export type CellContext = {
  readonly show: ShowContext;
  readonly user: (id: string) => User | undefined;
  readonly relative: (value: string) => string;
  /** Room at each side of the cell, in px; 12 where none is given. */
  readonly inset?: number;
  /** Buttons can be pressed here: elsewhere they are left out. */
  readonly pressable?: true;
};

export type CellProps = {
  readonly field: Field;
  readonly value: unknown;
  /** The value as a person reads it. */
  readonly text: () => string;
  /** Of the cell, in px. */
  readonly width: number;
  readonly height: number;
  readonly context: CellContext;
  /** The first column reads stronger. */
  readonly primary: boolean;
  /** Name of the way to open a link; empty leaves the way out. */
  readonly openLabel: string;
  /** It is the selected cell of a grid: what it leads to can be pressed. */
  readonly active?: boolean;
};

export type EditorProps = {
  readonly field: Field;
  /** Of a cut text the editor waits until its whole comes. */
  readonly value: Shown;
  /** `empty` and `typed` begin without the value. */
  readonly start: 'value' | 'empty' | 'typed';
  /** A kept text, or the key that opened the editor. */
  readonly text?: string;
  readonly habits: Habits;
  readonly users: readonly User[];
  /** Where options may be made by typing. */
  readonly onNewOption?: (field: Field, label: string) => string;
  readonly onDone: (result: EditorResult, go: Go) => void;
  /** Writes a value and goes on: of editors that stay open. */
  readonly onSave?: (value: unknown) => void;
  /** Id of the record, of editors whose work goes on when they are gone. */
  readonly record?: string;
  readonly onCancel: () => void;
  /** The right was taken away while it was open: it closes, and hands over what was typed so that it is kept. */
  readonly readOnly?: boolean;
  /** In the grid the editor covers its cell; in a form it fills its place. */
  readonly inCell: boolean;
  /** Of the cell, in px. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly style?: CSSProperties;
  readonly texts: {
    readonly find: string;
    readonly findPerson: string;
    readonly clear: string;
    readonly label: string;
  };
};

/** `more`: what was typed while the whole text was on its way. */
export type TypeEditorProps = EditorProps & { readonly more: string };

/**
 * How a value is entered: typed as a text, chosen in a list that typing searches, changed by a press on its cell, or by
 * nobody. What `adds` can be added to a value that is there.
 */
export type Entry =
  | { readonly by: 'typing' | 'choosing'; readonly Editor: ComponentType<TypeEditorProps>; readonly adds?: true }
  | { readonly by: 'pressing' }
  | { readonly by: 'nobody' };

/** A value that is changed where it stands in a form or panel, without opening an editor. */
export type ControlProps = {
  readonly field: Field;
  readonly value: unknown;
  /** The field's name. */
  readonly label: string;
  /** How emptying is called. */
  readonly clear: string;
  /** Id of the record; absent where there is none yet. */
  readonly record?: string;
  readonly onChange: (value: unknown) => void;
};

/** A button was pressed: this is of which record, and `onDone` ends what it does. */
export type PressedProps = {
  readonly table: Table;
  readonly field: Field;
  readonly recordId: string;
  readonly users: readonly User[];
  readonly habits: Habits;
  /** Opens a record beside the table; absent where one is open. */
  readonly onOpen?: (id: string) => void;
  readonly onDone: () => void;
};

export type SettingProps = {
  /** What is set so far, of this type and of those that were chosen before it. */
  readonly props: FieldProps & Readonly<Record<string, unknown>>;
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void;
  readonly tableId: string;
  readonly fields: readonly Field[];
  /** Null for a new field. */
  readonly fieldId: string | null;
  /** The type's own labels, in the person's language. */
  readonly labels: Readonly<Record<string, string>>;
};

export type FilterValueProps = {
  readonly leaf: Leaf;
  readonly field: Field;
  readonly users: readonly User[];
  readonly onChange: (value: unknown) => void;
};

/** Where a phone's card shows a value: beside its label, under it, or in its last line. */
export type CardPart = 'amount' | 'chips' | 'caption' | 'person' | 'date' | 'bar';

/** What an order goes by: letters, amounts, time, ticks or the order of the options. */
export type SortKind = 'text' | 'number' | 'date' | 'check' | 'option';

export type TypeTexts = {
  readonly name: string;
  /** The parts of its values, by name. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Of its own settings. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Fields of the type that many tables have, by keys of their own; options are labels by such keys. */
  readonly suggests?: Readonly<
    Record<string, { readonly name: string; readonly options?: Readonly<Record<string, string>> }>
  >;
  /** Why a value is refused, by the code of the reason, where the catalogue has no sentence for it. */
  readonly refused?: Readonly<Record<string, string>>;
};

/**
 * What a field type is on screen: the twin of its folder in `proto/fields`. A type is a folder `field-types/<type>/` and
 * one line in `field-types/list.ts`.
 */
export type FieldTypeView = {
  readonly texts: Readonly<Record<Language, TypeTexts>>;
  readonly icon: IconType;
  /** Draws a value. It is called, not mounted, since a grid has thousands: it uses no hooks. */
  readonly cell: (props: CellProps) => ReactNode;
  /** Draws a cell without a value; one that is missing draws nothing. */
  readonly emptyCell?: (height: number) => ReactNode;
  /** In a row of one line its cell is the text and nothing else. */
  readonly isPlain?: true;
  /** Its values stand at the end of their cells. */
  readonly atEnd?: true;
  /** What a column needs for a value, in px: beside its text, 4 unless given, or all of it. */
  readonly room?: number | ((field: Field, value: unknown) => number);
  readonly entry: Entry;
  /** What forms and panels show of a field in place of its value and editor. */
  readonly Control?: ComponentType<ControlProps>;
  /** Of which fields; of all unless given. */
  readonly controls?: (field: Field) => boolean;
  /** What a field of the type lets set, in this order. */
  readonly settings: readonly ComponentType<SettingProps>[];
  /** People are not offered it for a new field: it is made with another one. */
  readonly offered?: false;
  /** The properties with which a new field begins. */
  readonly begins?: FieldProps;
  /** What the value of a condition is entered with, by what its operator takes. */
  readonly filterValues: Readonly<Partial<Record<FilterOperator['value'], ComponentType<FilterValueProps>>>>;
  /** It is a button: what it says, and what is mounted to do what it is for. */
  readonly button?: {
    readonly label: (field: Field, locale: string) => string;
    readonly Pressed: ComponentType<PressedProps>;
    /** It leads to its record's page, and is of no use there. */
    readonly toPage?: true;
  };
  /** It is a mark beside the record: `set` sets it for whoever looks at it, which is no edit of the record. */
  readonly mark?: {
    readonly set: (tableId: Id, recordId: Id, on: boolean) => Promise<unknown>;
    readonly Sign: ComponentType<{ readonly on: boolean }>;
  };
  /** Its place on a phone's card. One that `yields` takes it where no field of another type does. */
  readonly card?: { readonly part: CardPart; readonly yields?: true };
  /** Where a value leads, null where no browser should open it. */
  readonly hrefOf?: (text: string) => string | null;
  /** What an order of its values goes by, where their storage does not say it: times are kept as texts. */
  readonly sorts?: SortKind;
  /** What it is for a field with these properties, where they decide over what its values are. */
  readonly of?: (props: FieldProps) => FieldTypeView;
  /** A form says how far a value is from today. */
  readonly tellsDistance?: true;
};
