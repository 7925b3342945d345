/** Text as it is compared in searches: lower case, without accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

type Named = { readonly label: string; readonly disabled?: boolean };

/** What makes two labels the same: the same characters, blanks around them aside. "MW" and "mW" are two. */
export const sameLabel = (a: string, b: string): boolean => a.trim().normalize('NFC') === b.trim().normalize('NFC');

/**
 * The entries that a search finds: the one of that very label first, then those that begin with it; all of them for an
 * empty one.
 */
export const matching = <T extends Named>(options: readonly T[], search: string): readonly T[] => {
  const wanted = fold(search.trim());
  if (wanted === '') return options;
  const hits = options.filter((option) => fold(option.label).includes(wanted));
  const rank = ({ label }: T): number => (sameLabel(label, search) ? 0 : fold(label).startsWith(wanted) ? 1 : 2);
  return hits.toSorted((a, b) => rank(a) - rank(b));
};

/**
 * Where typed letters lead from place `at` of a list without search: one letter, or the same again, to the next entry
 * that begins so; -1 to none.
 */
export const typeAhead = (options: readonly Named[], typed: string, at: number): number => {
  const wanted = fold(typed);
  const from = (text: string, start: number): number => {
    for (let step = 0; step < options.length; step++) {
      const index = (start + step) % options.length;
      const option = options[index];
      if (option && option.disabled !== true && fold(option.label).startsWith(text)) return index;
    }
    return -1;
  };
  const letter = [...wanted][0] ?? '';
  const whole = wanted === letter ? -1 : from(wanted, Math.max(0, at));
  return whole < 0 && [...wanted].every((one) => one === letter) ? from(letter, at + 1) : whole;
};

const forget = 700;

/** What was typed so far, with the next letter: a pause begins anew. Times in ms. */
export const typedOn = (
  before: { readonly text: string; readonly at: number },
  key: string,
  now: number,
): { readonly text: string; readonly at: number } => ({
  text: (now - before.at > forget ? '' : before.text) + fold(key),
  at: now,
});
