/** Trigrams asked of one word at most; hits are checked again, so fewer only means more to check. */
const perWord = 8;

/**
 * The question to a trigram index for words that must all occur, or undefined when every word is too short for it. The index holds no places
 * (detail=none), so a word is asked as the conjunction of its trigrams.
 */
export const matchExpression = (words: readonly string[]): string | undefined => {
  const asked = new Set<string>();
  for (const word of words) {
    const letters = [...word];
    const count = letters.length - 2;
    if (count < 1) continue;
    const step = Math.max(1, (count - 1) / (perWord - 1));
    for (let i = 0; i < count; i += step) asked.add(letters.slice(Math.floor(i), Math.floor(i) + 3).join(''));
    asked.add(letters.slice(-3).join(''));
  }
  return asked.size === 0 ? undefined : [...asked].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
};
