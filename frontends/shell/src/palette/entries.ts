import { fold, type IconType } from '@tessera/kit';

export type PaletteEntry = {
  readonly id: string;
  readonly section: string;
  readonly label: string;
  readonly keywords?: string;
  /** What is said beside the label. */
  readonly detail?: string;
  readonly keys?: string;
  readonly icon?: IconType;
  readonly table?: { readonly id: string; readonly color: string | null | undefined };
  readonly run: () => void | Promise<void>;
};

// Every word must be found; a label that begins with the search comes first.
const score = (entry: PaletteEntry, words: readonly string[], whole: string): number => {
  const label = fold(entry.label);
  const all = `${label} ${fold(entry.keywords ?? '')}`;
  if (!words.every((word) => all.includes(word))) return -1;
  if (label === whole) return 3;
  if (label.startsWith(whole)) return 2;
  return label.split(/\s+/).some((part) => part.startsWith(words[0] ?? '')) ? 1 : 0;
};

/** The entries that match, best first within their section; sections keep their order. `limit` caps each section. */
export const findEntries = (
  entries: readonly PaletteEntry[],
  search: string,
  limit: number,
): readonly PaletteEntry[] => {
  const whole = fold(search.trim());
  const words = whole.split(/\s+/).filter(Boolean);
  const sections = [...new Set(entries.map((entry) => entry.section))];
  return sections.flatMap((section) => {
    const own = entries.filter((entry) => entry.section === section);
    const hits =
      words.length === 0
        ? own
        : own
            .map((entry) => ({ entry, points: score(entry, words, whole) }))
            .filter(({ points }) => points >= 0)
            .toSorted((a, b) => b.points - a.points)
            .map(({ entry }) => entry);
    return hits.slice(0, limit);
  });
};
