import { fieldType, splitLabels, type FieldProps } from '@tessera/fields';
import { meansEmpty } from '@tessera/fields/infer';
import { RecordChanges } from '@tessera/proto/tables/v1/service';
import { analyse } from '../csv/analyse.ts';
import { convert, records, type ConvertPlan } from '../csv/convert.ts';
import { planOf, proposeColumns } from '../imports/propose.ts';

/** A cell as a batch carries it: dates as days since 1970, instants in ms, options by id. */
type Landed = string | number | boolean | readonly string[] | null;

/** What an import writes of a file: by column of the plan, each record's cell; and how many texts did not fit. */
const landed = async (
  path: string,
  plan: ConvertPlan,
): Promise<{ readonly columns: readonly (readonly Landed[])[]; readonly misfits: number }> => {
  const columns: Landed[][] = plan.columns.map(() => []);
  let misfits = 0;
  for await (const batch of convert(path, plan, 0, () => undefined)) {
    misfits += batch.misfits;
    const decoded = new Map(
      RecordChanges.decode(batch.bytes).create!.columns.map((column) => [column.fieldId, column]),
    );
    plan.columns.forEach(({ fieldId }, at) => {
      const column = decoded.get(fieldId);
      let next = 0;
      for (let row = 0; row < batch.count; row++) {
        const set = column !== undefined && (column.states.length === 0 || column.states[row] === 0);
        const value = set ? (column.cells!.value as { readonly values: readonly unknown[] }).values[next++] : null;
        const ids = value as { readonly ids?: readonly string[] } | null;
        columns[at]!.push((ids?.ids ?? value) as Landed);
      }
    });
  }
  return { columns, misfits };
};

/** A number as a fraction of whole numbers, read from its writing without the code that imports it. */
const fraction = (text: string, decimal: '.' | ','): readonly [bigint, bigint] => {
  const negative = /^\(.*\)$|[-−–]\s*[\d.,]|[-−–]\D*\d|\d\s*[-−–]$/.test(text.replace(/[eE][+-]?\d+/, ''));
  const exponent = Number(/\d[eE]([+-]?\d+)/.exec(text)?.[1] ?? 0);
  const [whole = '', part = ''] = text
    .replace(/[eE][+-]?\d+/, '')
    .replace(decimal === '.' ? /,/g : /\./g, '')
    .replace(decimal, '|')
    .replace(/[^\d|]/g, '')
    .split('|');
  const digits = BigInt(`${whole}${part}` || '0');
  // A percentage is kept as it is written: 12 for 12 %.
  const scale = part.length - exponent;
  const signed = negative ? -digits : digits;
  return scale >= 0 ? [signed, 10n ** BigInt(scale)] : [signed * 10n ** BigInt(-scale), 1n];
};

const sameNumber = (raw: string, cell: string, decimal: '.' | ','): boolean => {
  const [a, b] = fraction(raw, decimal);
  const [c, d] = fraction(cell, '.');
  return a * d === c * b;
};

const partsOf = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number);
const within = (raw: string, iso: string): boolean => {
  const known = partsOf(iso);
  return partsOf(raw).every((part) => known.includes(part) || known.some((one) => one > 1900 && one % 100 === part));
};

const sameLabel = (text: string): string => text.trim().normalize('NFC');

/** Whether a cell says what the file's text says. */
const meansTheSame = (
  raw: string,
  cell: Exclude<Landed, null>,
  column: { readonly type: string; readonly props: FieldProps; readonly decimal: '.' | ',' },
): boolean => {
  const text = raw.trim();
  const label = (id: string) => column.props.options?.find((option) => option.id === id)?.label;
  switch (column.type) {
    case 'number':
    case 'percent':
    case 'currency':
      return sameNumber(text, cell as string, column.decimal);
    case 'date':
      return within(text, new Date((cell as number) * 86_400_000).toISOString().slice(0, 10));
    case 'dateTime':
      // Without a zone it is a time of the plan's zone, which is UTC here.
      return within(text.replace(/Z$|\.0+$/, ''), new Date(cell as number).toISOString());
    case 'checkbox':
      return /^(?:true|yes|y|t|1|x|sim|s[ií]|on|verdadeiro|verdadero)$/i.test(text) === cell;
    case 'select':
      return label(cell as string) === sameLabel(text);
    case 'multipleSelect': {
      const labels = JSON.stringify((cell as readonly string[]).map(label));
      return [[text], splitLabels(text)].some((parts) => labels === JSON.stringify([...new Set(parts.map(sameLabel))]));
    }
    case 'phone':
      return text.replace(/\D/g, '') === (cell as string).replace(/\D/g, '');
    case 'email':
      return text.toLowerCase() === (cell as string).toLowerCase();
    case 'link':
      return (cell as string).toLowerCase().includes(text.toLowerCase().replace(/\/$/, ''));
    case 'text':
      return raw.replace(/\r\n?/g, '\n') === cell;
    default:
      return fieldType(column.type)?.storage === 'text' && text === cell;
  }
};

/**
 * A file through the code that proposes and the code that converts: its columns with the cells that land, how many texts
 * did not fit, and every value that changed on its way (times are compared in UTC alone).
 */
export const throughImport = async (path: string, timezone = 'UTC', choices?: Parameters<typeof proposeColumns>[2]) => {
  const facts = { decimal: '.', dayFirst: false, timezone, users: [] } as const;
  const analysis = await analyse(path, {}, undefined, () => undefined, timezone);
  const { layout } = analysis;
  const columns = proposeColumns(analysis, facts, choices);
  const plan: ConvertPlan = {
    dialect: layout,
    headerRow: layout.headerRow,
    rows: layout.rows,
    timezone,
    columns: columns.map((column) => planOf(column, column.key)),
  };
  const { columns: cells, misfits } = await landed(path, plan);
  const changed: string[] = [];
  // Texts that differ in more than case must not become one tick.
  const ticks = columns.map(() => new Map<unknown, string>());
  let at = 0;
  for await (const { cells: row } of records(path, plan)) {
    columns.forEach((column, i) => {
      const raw = row[column.index] ?? '';
      const cell = cells[i]![at]!;
      const same =
        cell === null
          ? raw.trim() === '' || meansEmpty(raw)
          : meansTheSame(raw, cell, { ...column, decimal: column.readAs.decimal });
      const word = raw.trim().toLowerCase();
      const merged = column.type === 'checkbox' && cell !== null && (ticks[i]!.get(cell) ?? word) !== word;
      ticks[i]!.set(cell, word);
      if (!same || merged) changed.push(`${column.name} (${column.type}) ${at + 1}: ${raw} -> ${JSON.stringify(cell)}`);
    });
    at++;
  }
  return { layout, columns: columns.map((column, i) => ({ ...column, cells: cells[i]! })), misfits, changed };
};
