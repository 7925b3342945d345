import type { Cell } from '@tessera/kernel';
import type { FieldProps } from '@tessera/fields';
import type { ConditionalRule } from '@tessera/fields/conditionals';

/** A field as the definition of its table holds it. */
export type FieldState = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly props: FieldProps;
  readonly required: boolean;
  readonly unique: boolean;
  readonly description: string;
  readonly default: Cell | null;
  readonly generation: number;
  readonly number: number;
  readonly uniqueEpoch: number;
  /** Decimal places that its column keeps, whatever `props.decimals` shows; undefined for what is no decimal. */
  readonly keptScale: number | undefined;
};

export type ViewState = {
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly configJson: string;
  readonly configVersion: number;
  /** '' for everyone's view. */
  readonly ownerUserId: string;
};

/** What before-triggers are asked about. */
export const guards = ['insert', 'update', 'delete'] as const;
export type Guard = (typeof guards)[number];

/** What a table has a form of its own for: its new records, and those that are there. */
export const tableForms = ['creation', 'update'] as const;
export type TableForm = (typeof tableForms)[number];
/** A form as its table holds it: the configuration of a form view. */
export type FormState = { readonly configJson: string; readonly configVersion: number };

/** The definition of a table: everything but its records. JSON, because stores keep it as a snapshot. */
export type TableState = {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly color: string;
  readonly description: string;
  readonly archived: boolean;
  /** In the trash: since when and by whom; absent in snapshots of older versions. */
  readonly archivedAt?: number;
  readonly archivedBy?: string;
  /** Live fields in their order. */
  readonly fields: readonly FieldState[];
  readonly deletedFields: readonly { readonly field: FieldState; readonly index: number; readonly deletedAt: number }[];
  readonly views: readonly ViewState[];
  readonly deletedViews: readonly { readonly view: ViewState; readonly index: number }[];
  readonly labelFieldId: string;
  /** '' when there is none. */
  readonly uniqueFieldId: string;
  /** Fields on their way to being unique: their values are claimed already. */
  readonly becomingUnique: readonly {
    readonly fieldId: string;
    readonly epoch: number;
    readonly operationId: string;
  }[];
  /**
   * Fields on their way to being of another type: what is written into one goes into the column of `after` as well.
   * Absent in older snapshots.
   */
  readonly converting?: readonly {
    readonly after: FieldState;
    readonly operationId: string;
    readonly back: boolean;
    readonly locale: string;
    readonly timezone: string;
  }[];
  /** Writes that before-triggers are asked about first; absent in older snapshots. */
  readonly guards?: readonly Guard[];
  /** Rules about its fields, in their order; absent in older snapshots. */
  readonly conditionals?: readonly ConditionalRule[];
  /** Its own forms; absent in older snapshots, and where there is none. */
  readonly forms?: Readonly<Partial<Record<TableForm, FormState>>>;
  /** The highest generation ever given to a converted field, by its id. */
  readonly generations?: Readonly<Record<string, number>>;
  /** The highest number ever given to a field. */
  readonly lastNumber: number;
  /** The version of the stream: rises with each change of the definition. */
  readonly version: number;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly updatedAt: number;
};

export const columnOf = (field: Pick<FieldState, 'number' | 'generation'>): string =>
  `c${field.number}_${field.generation}`;

/** The automatic draft flag is a column like any other, under a number that no field is ever given. */
export const draftFieldId = 'draft_flag';
export const draftColumn = 'c0_0';
