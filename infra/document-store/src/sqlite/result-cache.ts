type Value = string | number | undefined;

/** Rough cost of an entry beside its texts, in bytes. */
const overhead = 200;
/** A single answer larger than this share of the whole is not kept. */
const largest = 1 / 16;

/**
 * Answers up to this size are kept at once. Larger ones when they are asked for a second time: most queries are not,
 * and what is kept costs the collector.
 */
const small = 2_000;
/** First askings that are remembered. */
const mostAsked = 4_096;

const hash = (text: string): number => {
  let h = 0;
  for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) | 0;
  return h;
};

/**
 * Answers by query text, each good only for the table's position that it was read at; the least recently used leave
 * first.
 */
export const openResultCache = (capacity: number) => {
  const entries = new Map<string, { readonly position: number; readonly value: Value; readonly size: number }>();
  const asked = new Set<number>();
  let used = 0;
  const drop = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    used -= entry.size;
    entries.delete(key);
  };
  return {
    get(key: string, position: number | undefined): { readonly value: Value } | undefined {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.position !== position) {
        drop(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    put(key: string, position: number | undefined, value: Value): void {
      if (position === undefined) return;
      const size = overhead + 2 * (key.length + (typeof value === 'string' ? value.length : 8));
      if (size > capacity * largest) return;
      if (size > small && !entries.has(key)) {
        const one = hash(key);
        if (!asked.delete(one)) {
          if (asked.size >= mostAsked) asked.delete(asked.values().next().value!);
          asked.add(one);
          return;
        }
      }
      drop(key);
      entries.set(key, { position, value, size });
      used += size;
      for (const oldest of entries.keys()) {
        if (used <= capacity) break;
        drop(oldest);
      }
    },
    get size(): number {
      return used;
    },
  };
};
