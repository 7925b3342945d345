/** A map of at most so many entries: the one that was put first leaves for a new one. */
export type Bounded<K, V> = {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  /** Answers the value. */
  set(key: K, value: V): V;
  delete(key: K): boolean;
  clear(): void;
  values(): MapIterator<V>;
  entries(): MapIterator<[K, V]>;
};

/** Remembers what is cheap to find again; `most` bounds it by the number of its entries. */
export const bounded = <K, V>(most: number): Bounded<K, V> => {
  const map = new Map<K, V>();
  return {
    get size() {
      return map.size;
    },
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    set: (key, value) => {
      if (map.size >= most && !map.has(key)) map.delete(map.keys().next().value!);
      map.set(key, value);
      return value;
    },
    delete: (key) => map.delete(key),
    clear: () => map.clear(),
    values: () => map.values(),
    entries: () => map.entries(),
  };
};
