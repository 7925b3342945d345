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
  /** Where it leads, for a place that may be among those that were opened last. */
  readonly to?: string;
  /** What comes when it is chosen: further entries, of which one is chosen then. */
  readonly within?: readonly PaletteEntry[];
  /** Takes a while: the palette stays and shows how far it is, from 0 to 1. */
  readonly lasting?: (told: (share: number) => void) => Promise<void>;
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

/** Entries with what is within them beside them, so that one search finds both. */
export const withInner = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
  entries.flatMap((entry) => [
    entry,
    ...(entry.within ?? []).map((one) => ({
      ...one,
      id: `${entry.id}.${one.id}`,
      section: entry.section,
      label: `${entry.label}: ${one.label}`,
    })),
  ]);

/** What is left to type of a label that begins as the search does; nothing for one that begins otherwise. */
export const ghostOf = (search: string, label: string | undefined): string =>
  search.trim() !== '' && label !== undefined && label.toLowerCase().startsWith(search.toLowerCase())
    ? label.slice(search.length)
    : '';

type Opened = { readonly to: string; readonly at: number };

/** Of the entries the places that were opened, the last one first. */
export const recentOf = (entries: readonly PaletteEntry[], opened: readonly Opened[]): readonly PaletteEntry[] => {
  const byAddress = new Map(entries.flatMap((entry) => (entry.to === undefined ? [] : [[entry.to, entry] as const])));
  return opened
    .toSorted((a, b) => b.at - a.at)
    .flatMap(({ to }) => byAddress.get(to) ?? [])
    .filter((entry, at, all) => all.indexOf(entry) === at);
};
