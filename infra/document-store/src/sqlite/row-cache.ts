import { recordTable } from './catalog.ts';
import type { TableInfo } from './catalog.ts';
import type { Connection } from './connection.ts';

type Rendered = {
  readonly number: number;
  readonly erased: number;
  position: number;
  size: number;
  readonly rows: Map<number, string>;
};

/** Changed rows that are looked up one by one; beyond them a table's texts are all dropped. */
const mostChanged = 2000;
/** Rough cost of an entry beside its text, in bytes. */
const overhead = 80;

/**
 * Rows as finished JSON, by what was selected of them and under which keys: what people look at, they look at again.
 * Rows that a commit touched are rendered anew; of texts, those longest unused by their selection leave first when
 * `capacity` bytes are reached.
 */
export const openRowCache = (connection: Connection, capacity: number) => {
  const selections = new Map<string, Rendered>();
  let used = 0;

  const drop = (key: string): void => {
    used -= selections.get(key)?.size ?? 0;
    selections.delete(key);
  };

  const follow = (table: TableInfo, key: string, known: Rendered): Rendered | undefined => {
    if (known.erased !== table.erased) {
      // Of rows that a purge took away nothing stays, whatever was selected of them.
      for (const [other, { number }] of selections) if (number === table.number) drop(other);
      return undefined;
    }
    if (known.position === table.position) return known;
    const changed = connection
      .arrays(`SELECT _row FROM ${recordTable(table.number)} WHERE _moved_position > ? LIMIT ${mostChanged + 1}`)
      .all(known.position) as unknown as [number][];
    if (known.position > table.position || changed.length > mostChanged) {
      drop(key);
      return undefined;
    }
    for (const [row] of changed) {
      const text = known.rows.get(row);
      if (text === undefined) continue;
      known.rows.delete(row);
      known.size -= text.length + overhead;
      used -= text.length + overhead;
    }
    known.position = table.position;
    return known;
  };

  return {
    /**
     * Texts of rows as of the connection's snapshot; `render` makes those that are missing, in the order asked. It may
     * make fewer, then the texts end before the first that it did not make. `key` names the table with its shape,
     * columns, kinds and keys.
     */
    texts(
      table: TableInfo,
      key: string,
      places: readonly number[],
      render: (missing: readonly number[]) => readonly string[],
    ): readonly string[] {
      const found = selections.get(key);
      let known = found && follow(table, key, found);
      if (known === undefined)
        known = { number: table.number, erased: table.erased, position: table.position, size: 0, rows: new Map() };
      const { rows } = known;
      const texts = places.map((place) => rows.get(place));
      const missing = places.filter((_, i) => texts[i] === undefined);
      if (missing.length > 0) {
        const made = render(missing);
        let next = 0;
        for (let i = 0; i < texts.length; i++) {
          if (texts[i] !== undefined) continue;
          const text = made[next++];
          if (text === undefined) {
            texts.length = i;
            break;
          }
          texts[i] = text;
          if (rows.has(places[i]!)) continue;
          rows.set(places[i]!, text);
          known.size += text.length + overhead;
          used += text.length + overhead;
        }
      }
      selections.delete(key);
      selections.set(key, known);
      for (const oldest of selections.keys()) {
        if (used <= capacity) break;
        if (oldest !== key) drop(oldest);
        else if (known.size > capacity) drop(key);
      }
      return texts as readonly string[];
    },
    /** Bytes kept. */
    size: (): number => used,
  };
};
