/**
 * A part of a view's configuration, as data: the schema of the API, what is checked when a view is saved, what a reader
 * sees of it and the index that it asks for come from this.
 */
export type ViewPart =
  /** Fields in an order, each shown or hidden, with its width and total. */
  | { readonly of: 'columns'; readonly most: number; readonly required?: true }
  /** Fields that people are asked for, in an order, each once and with its own words. */
  | { readonly of: 'questions'; readonly most: number; readonly required?: true }
  | { readonly of: 'filter' }
  | { readonly of: 'sort' }
  /** Fields whose values put records together, the outermost first. */
  | { readonly of: 'group'; readonly most: number }
  /** One field of the table; of those that take options or people, or days, where that is said. */
  | { readonly of: 'field'; readonly takes?: 'choice' | 'day' }
  /** Fields in an order; one alone may stand without a list. */
  | { readonly of: 'fields'; readonly most: number; readonly takes?: 'choice' | 'day' }
  /** What is said of the values of a field, each with what stands for it: a board's columns. */
  | { readonly of: 'lanes'; readonly most: number }
  /** What records come to: a function of one of the fields, or how many they are. */
  | { readonly of: 'aggregate' }
  | { readonly of: 'flag' }
  | { readonly of: 'text'; readonly most: number }
  | { readonly of: 'integer'; readonly min: number; readonly max: number }
  | { readonly of: 'choice'; readonly values: readonly (string | number)[] }
  /** Some of these, each once. */
  | { readonly of: 'choices'; readonly values: readonly string[] };

type Config = Readonly<Record<string, unknown>>;

/** What makes a kind of view: everything that is no picture. */
export type ViewType = {
  readonly id: string;
  /** Rises when a configuration that is kept would be read otherwise. */
  readonly version: number;
  readonly config: Readonly<Record<string, ViewPart>>;
  /** By version: a configuration as the next version has it. */
  readonly upgrades?: Readonly<Record<number, (config: Config) => Config>>;
  /** In the address of a table it stands for the first view of the type. */
  readonly shortcut?: string;
  /** What the first view of a table with so many fields is like; absent where no table begins with this type. */
  readonly first?: (fields: number) => Config;
};
