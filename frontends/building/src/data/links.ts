/** A linked record as lists of records have it. */
export type Linked = { readonly id: string; readonly label: string };

const isLinked = (one: unknown): one is Linked =>
  typeof one === 'object' && one !== null && 'id' in one && 'label' in one && typeof one.label === 'string';

/** The records of a value of links; a value of ids alone has none that could be named. */
export const linkedOf = (value: unknown): readonly Linked[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isLinked) : [];

/** What stands beside the links that a reader sees. */
type Beside = {
  /** Links beyond those that are told. */
  readonly more?: number | undefined;
  /** Records that the reader cannot open. */
  readonly hidden?: number | undefined;
  /** The table of the records is in the trash. */
  readonly tableInTrash?: true | undefined;
};

const told = new WeakMap<object, Beside>();

/** What stands beside the links of a value as a list of records brought it; it is never written back. */
export const besideOf = (value: unknown): Beside => (Array.isArray(value) ? told.get(value) : undefined) ?? {};

/** The values of a record with what stands beside their links. */
export const withBeside = <V>(
  fields: Readonly<Record<string, V>>,
  links: Readonly<Record<string, Beside>> | undefined,
): Readonly<Record<string, V | readonly unknown[]>> => {
  if (links === undefined) return fields;
  const shown: Record<string, V | readonly unknown[]> = { ...fields };
  for (const [fieldId, beside] of Object.entries(links)) {
    const own = shown[fieldId];
    const value: readonly unknown[] = Array.isArray(own) ? own : [];
    told.set(value, beside);
    shown[fieldId] = value;
  }
  return shown;
};

const numberIn = (value: object, name: string): number => {
  const found = (value as Readonly<Record<string, unknown>>)[name];
  return typeof found === 'number' ? found : 0;
};

/** How a history and a conflict tell of links: how many were added and removed, or how many there are. */
const countsOf = (value: object): readonly string[] => [
  ...(numberIn(value, 'added') > 0 ? [`+${numberIn(value, 'added')}`] : []),
  ...(numberIn(value, 'removed') > 0 ? [`−${numberIn(value, 'removed')}`] : []),
  ...(numberIn(value, 'count') > 0 ? [String(numberIn(value, 'count'))] : []),
];

/** What they are called; a record without a name is shown by a dash. What was typed or pasted stands as it is until the server has read it. */
export const labelsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null && !Array.isArray(value)
      ? countsOf(value)
      : linkedOf(value).map(({ label }) => label || '–');
