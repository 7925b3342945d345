import { levelOf, ruleIn, type Data } from './model.ts';
import { kindOf, me, rowsOf, type FieldOf, type Rows } from './rows.ts';

type Named = { readonly id: string; readonly name: string };

/** How sentences are put into words. */
export type Words = {
  readonly t: (key: string, values?: Readonly<Record<string, string>>) => string;
  readonly list: (items: readonly string[]) => string;
};

/** What may stand beside an operator, where it is chosen from a list; undefined where it is entered. */
export const choicesOf = (
  field: FieldOf | undefined,
  operator: string,
  people: readonly Named[],
  { t }: Words,
): readonly { readonly value: string; readonly label: string }[] | undefined => {
  const kind = kindOf(field, operator);
  if (kind === 'user' || kind === 'users')
    return [{ value: me, label: t('role.rows.me') }, ...people.map(({ id, name }) => ({ value: id, label: name }))];
  if (kind === 'option' || kind === 'options')
    return (field?.props?.options ?? []).map(({ id, label }) => ({ value: id, label }));
  return undefined;
};

/** Conditions as one reads them: "Owner is current user and Amount is more than 3". */
export const rowsSaid = (
  { joint, rows }: Rows,
  fields: readonly FieldOf[],
  people: readonly Named[],
  words: Words,
): string => {
  const said = rows.map(({ fieldId, operator, value }) => {
    const field = fields.find((one) => one.id === fieldId);
    const told = choicesOf(field, operator, people, words)?.find((one) => one.value === value)?.label ?? value;
    return [field?.name, words.t(`role.rows.operators.${operator}`), told].filter(Boolean).join(' ');
  });
  return joint === 'and' ? words.list(said) : said.join(` ${words.t('role.rows.or')} `);
};

/** The tables that a role opens with rules for their records or fields. */
export const ruledTables = (data: Data, tables: readonly { readonly id: string; readonly label: string }[]) =>
  tables.filter(
    ({ id }) => typeof data.tables_enabled[id] === 'object' && levelOf(data, 'tables', id).level !== 'none',
  );

/**
 * What a role leaves out of one table, as one reads it; undefined where it leaves nothing out. Of fields that are gone
 * it says nothing.
 */
export const tableSaid = (
  data: Data,
  table: { readonly id: string; readonly label: string },
  fields: readonly FieldOf[],
  people: readonly Named[],
  words: Words,
): string | undefined => {
  const { t, list } = words;
  const rule = data.tables_enabled[table.id];
  if (typeof rule !== 'object') return undefined;
  const named = (ids: readonly string[] = []): string =>
    list(fields.filter(({ id }) => ids.includes(id)).map(({ name }) => name));
  const rows = ruleIn(data, table.id);
  const built = rowsOf(rows, fields);
  const [hidden, fixed] = [named(rule.hidden_fields), named(rule.read_only_fields)];
  const parts = [
    ...(rows === undefined
      ? []
      : [
          built === undefined
            ? t('role.ruled.byHand')
            : t('role.ruled.where', { what: rowsSaid(built, fields, people, words) }),
        ]),
    ...(hidden === '' ? [] : [t('role.ruled.hidden', { fields: hidden })]),
    ...(fixed === '' ? [] : [t('role.ruled.fixed', { fields: fixed })]),
  ];
  return parts.length === 0 ? undefined : t('role.ruled.sentence', { table: table.label, what: list(parts) });
};
