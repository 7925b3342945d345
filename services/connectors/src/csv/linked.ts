import { linkTexts } from '@tessera/fields';
import { isBroken, meansEmpty } from '@tessera/fields/infer';
import { records, type ConvertPlan } from './convert.ts';
import { FileError } from './reader.ts';

/** Names that a column of links may hold. */
const mostTexts = 200_000;

/**
 * The texts by which columns of links name records, each once: those of the file, and those that stand in their place.
 * `columns` are places in the plan. With `together` each cell is one name, however many commas it has. Throws FileError `too_many_links`.
 */
export const linkedTexts = async (
  path: string,
  plan: ConvertPlan,
  columns: readonly number[],
  together: boolean,
): Promise<readonly (readonly string[])[]> => {
  const textsIn = (text: string): readonly string[] =>
    together
      ? linkTexts(text)
          .slice(0, 1)
          .filter((one) => !meansEmpty(one))
      : linkTexts(text);
  const found = columns.map((place) => {
    const { index, replacements } = plan.columns[place]!;
    return { index, whole: new Set<string>(), texts: new Set(replacements.flatMap(({ text }) => textsIn(text))) };
  });
  for await (const { cells } of records(path, plan)) {
    for (const { index, whole, texts } of found) {
      const text = cells[index];
      if (text === undefined || text === '' || whole.has(text) || isBroken(text)) continue;
      whole.add(text);
      for (const one of textsIn(text)) texts.add(one);
      if (texts.size > mostTexts)
        throw new FileError('too_many_links', `A column names more than ${mostTexts} records to link.`);
    }
  }
  return found.map(({ texts }) => [...texts]);
};
