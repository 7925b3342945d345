/**
 * A part of what a trigger or a step is set up with, as data: the checks, the API and the panel of the editor come from
 * this. Ids of fields are those of the table of the same configuration.
 */
export type Part =
  | { readonly of: 'table'; readonly required?: true }
  /** Fields of the table. */
  | { readonly of: 'fields'; readonly most: number }
  /** One field of the table; of `date`, one that holds days or moments, of `links`, one that links records, of `key`, one that can be asked for a value. */
  | { readonly of: 'field'; readonly kind?: 'date' | 'links' | 'key'; readonly required?: true }
  /** A view of the table, with what it filters by. */
  | { readonly of: 'view'; readonly required?: true }
  /** Conditions on a record of the table, as views have them; in a step their values may be references. */
  | { readonly of: 'filter'; readonly required?: true }
  /** A value that is the id of a record. */
  | { readonly of: 'record'; readonly required?: true }
  /** Values by the ids of fields. */
  | { readonly of: 'values'; readonly required?: true }
  | { readonly of: 'value'; readonly required?: true }
  /** Ids of people: one, a list, or a value that has them. */
  | { readonly of: 'people'; readonly required?: true }
  /** Values by names that people give. */
  | { readonly of: 'names'; readonly required?: true; readonly most: number }
  /** Comparisons of values. */
  | { readonly of: 'condition'; readonly required?: true }
  | { readonly of: 'integer'; readonly min: number; readonly max: number; readonly required?: true }
  | { readonly of: 'choice'; readonly values: readonly string[]; readonly required?: true }
  /** A form view of the table. */
  | { readonly of: 'form' }
  /** The id of a low-code function. */
  | { readonly of: 'function'; readonly required?: true }
  /** The id of another automation. */
  | { readonly of: 'automation'; readonly required?: true }
  /** The id of a channel, or of what two people say to each other. */
  | { readonly of: 'conversation'; readonly required?: true }
  /** So many days, weeks or months after something; fewer than 0 are before it. */
  | { readonly of: 'offset'; readonly required?: true }
  /** A time of the day, HH:mm. */
  | { readonly of: 'time'; readonly required?: true }
  | { readonly of: 'flag' }
  /** Minute, hour, day of the month, month, day of the week. */
  | { readonly of: 'cron'; readonly required?: true }
  /** A name of the IANA's list of zones. */
  | { readonly of: 'zone'; readonly required?: true };

export type Config = Readonly<Record<string, Part>>;

/** What starts an automation. */
export type TriggerType = {
  readonly id: string;
  readonly config: Config;
  /** The change of a record that starts it. */
  readonly on?: readonly ('created' | 'updated' | 'deleted')[];
  /** It takes what is made by answering a form, and nothing else. */
  readonly ofForms?: true;
};

export const lanes = ['then', 'else', 'each'] as const;
export type Lane = (typeof lanes)[number];

/** What a step of an automation does. */
export type StepType = {
  readonly id: string;
  readonly config: Config;
  /** The lists of steps that it has within. */
  readonly lanes?: readonly Lane[];
  /**
   * What it changes: nothing, records (which repeat by their key without an effect), or something outside of the product.
   * A test does neither of the last two.
   */
  readonly effect: 'none' | 'records' | 'outside';
  /** Names that its result has, for those who pick values. */
  readonly gives: readonly (
    | 'record'
    | 'records'
    | 'count'
    | 'item'
    | 'index'
    | 'status'
    | 'body'
    | 'result'
    | 'value'
    | 'id'
    | 'approved'
    | 'person'
    | 'note'
  )[];
};
