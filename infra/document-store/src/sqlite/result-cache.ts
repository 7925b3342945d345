type Value = string | number | undefined;

/** Rough cost of an entry beside its texts, in bytes. */
const overhead = 200;
/** A single answer larger than this share of the whole is not kept. */
const largest = 1 / 16;

/** Answers by query text, each good only for the table's position that it was read at; the least recently used leave first. */
export const openResultCache = (capacity: number) => {
  const entries = new Map<string, { readonly position: number; readonly value: Value; readonly size: number }>();
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
