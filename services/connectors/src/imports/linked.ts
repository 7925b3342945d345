import { fieldType, linkTexts } from '@tessera/fields';
import type { ColumnPlan, ConvertPlan } from '../csv/convert.ts';
import type { Parsers } from '../csv/pool.ts';

/** The records of a table that texts mean, for whoever imports. */
export type Means = (tableId: string, texts: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

const linksOf = ({ columns }: ConvertPlan): readonly number[] =>
  columns.flatMap(({ type }, place) => (fieldType(type)?.links === 'owning' ? [place] : []));

const tableOf = ({ props }: ColumnPlan): string => (props as { readonly tableId?: string }).tableId ?? '';

const withMeant = async (
  plan: ConvertPlan,
  places: readonly number[],
  texts: readonly (readonly string[])[],
  means: Means,
): Promise<ConvertPlan> => {
  const columns = [...plan.columns];
  for (const [at, place] of places.entries()) {
    const column = columns[place]!;
    columns[place] = { ...column, records: await means(tableOf(column), texts[at]!) };
  }
  return { ...plan, columns };
};

/** A plan whose columns of links know the records that the file names. Reads the file once more where there are any. Throws FileError. */
export const withLinked = async (
  path: string,
  plan: ConvertPlan,
  parsers: Pick<Parsers, 'texts'>,
  means: Means,
  signal?: AbortSignal,
): Promise<ConvertPlan> => {
  const places = linksOf(plan);
  return places.length === 0
    ? plan
    : withMeant(plan, places, await parsers.texts(path, plan, places, false, signal), means);
};

/** The same for some rows that are here. */
export const withLinkedRows = async (
  rows: readonly (readonly string[])[],
  plan: ConvertPlan,
  means: Means,
): Promise<ConvertPlan> => {
  const places = linksOf(plan);
  const texts = places.map((place) => {
    const { index, replacements } = plan.columns[place]!;
    const written = [...rows.map((row) => row[index] ?? ''), ...replacements.map(({ text }) => text)];
    return [...new Set(written.flatMap(linkTexts))];
  });
  return places.length === 0 ? plan : withMeant(plan, places, texts, means);
};
