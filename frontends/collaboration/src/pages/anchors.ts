/** The words that a comment is about, and the letter at which they began. */
export type Anchor = { readonly quote: string; readonly at: number };
/** A run of letters of a text and where it stands in the document; between runs is a break. */
export type Run = { readonly text: string; readonly from: number };

/** The text of a document, and for each letter of it where that stands. A break has no place. */
export const lettersOf = (runs: readonly Run[]): { readonly text: string; readonly places: readonly number[] } => {
  let text = '';
  const places: number[] = [];
  for (const run of runs) {
    text += run.text;
    for (let i = 0; i < run.text.length; i++) places.push(run.from + i);
  }
  return { text, places };
};

/** Where the words of a comment stand now: those nearest to where they stood; undefined where they are gone. */
export const placeOf = (
  text: string,
  { quote, at }: Anchor,
): { readonly from: number; readonly to: number } | undefined => {
  let best: number | undefined;
  for (let found = text.indexOf(quote); found !== -1; found = text.indexOf(quote, found + 1)) {
    if (best === undefined || Math.abs(found - at) < Math.abs(best - at)) best = found;
    if (found > at) break;
  }
  return best === undefined ? undefined : { from: best, to: best + quote.length };
};
