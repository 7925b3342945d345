import { changes, type ColumnChoice, type ProposedColumn } from './propose.ts';
import { rejection } from '../refusals.ts';
import { changedIn } from './shown.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const alteredSuch = (first: ProposedColumn['fit']['alterations'][number] | undefined): string =>
  first === undefined
    ? ''
    : ` (such as "${first.value.slice(0, 60)}" in row ${first.row}, which becomes ${first.becomes})`;

/** Throws `imports.misfits` where a value of the file would not land as it is, with each column, counts and examples. */
export const requireKept = (columns: readonly ProposedColumn[]): void => {
  const { emptied, rounded, joined, altered } = changedIn(columns);
  if (emptied + rounded + joined + altered === 0) return;
  const losing = columns.filter((column) => !column.deleted && changes(column) > 0);
  const described = losing.slice(0, 5).map((column) => {
    const decided = new Set(column.replacements.map((one) => one.value));
    const example = column.fit.misfits.find((one) => !decided.has(one.value));
    const such = example === undefined ? '' : ` (such as "${example.value.slice(0, 60)}" in row ${example.row})`;
    const parts = [
      ...(column.emptied > 0 ? [`${counted(column.emptied, 'value does', 'values do')} not fit${such}`] : []),
      ...(column.fit.rounded > 0 ? [`${counted(column.fit.rounded, 'number', 'numbers')} would be rounded`] : []),
      ...(column.fit.joined > 0
        ? [`the lines of ${counted(column.fit.joined, 'value', 'values')} would be joined`]
        : []),
      ...(column.fit.altered > 0
        ? [
            `${counted(column.fit.altered, 'value', 'values')} would say something else${alteredSuch(column.fit.alterations[0])}`,
          ]
        : []),
    ];
    return `"${column.name}": ${parts.join(', ')}`;
  });
  const more = losing.length > 5 ? `; and ${counted(losing.length - 5, 'more column', 'more columns')}` : '';
  throw rejection(
    'unprocessable',
    'imports.misfits',
    `The import would change some values. ${described.join('; ')}${more}.`,
    {
      emptied,
      rounded,
      joined,
      altered,
      columns: losing.map((column) => {
        const decided = new Set(column.replacements.map((one) => one.value));
        return {
          key: column.key,
          name: column.name,
          type: column.type,
          emptied: column.emptied,
          rounded: column.fit.rounded,
          joined: column.fit.joined,
          altered: column.fit.altered,
          alterations: column.fit.alterations
            .slice(0, 5)
            .map(({ value, row, count, reason, becomes }) => ({ value, row, count, reason, becomes })),
          examples: column.fit.misfits
            .filter((one) => !decided.has(one.value))
            .slice(0, 5)
            .map(({ value, row, count, reason }) => ({ value: value.slice(0, 200), row, count, reason })),
        };
      }),
    },
  );
};

/** How a person says which way a column is read, by what it leaves open. */
const decides = { decimal: 'decimal', dayOrder: 'dayFirst', serial: 'serialDates' } as const;

/** Throws `imports.ambiguous` where values of a column read in two ways and its choice does not say which. */
export const requireDecided = (columns: readonly ProposedColumn[], choices: readonly ColumnChoice[]): void => {
  const said = new Map(choices.map((choice) => [choice.key, choice.readAs]));
  const open = columns.flatMap(({ key, name, deleted, ambiguous }) =>
    ambiguous === undefined || deleted || said.get(key)?.[decides[ambiguous.kind]] !== undefined
      ? []
      : [{ key, name, ...ambiguous, decide: `readAs.${decides[ambiguous.kind]}` }],
  );
  if (open.length === 0) return;
  const described = open.slice(0, 5).map((one) => `"${one.name}" (such as "${one.example.slice(0, 60)}")`);
  throw rejection(
    'unprocessable',
    'imports.ambiguous',
    `Some columns can be read in two ways: ${described.join(', ')}${open.length > 5 ? ', and others' : ''}. Say how each is read.`,
    { columns: open },
  );
};
