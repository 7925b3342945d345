import type { Connection } from './connection.ts';

type Where = Readonly<Record<string, string | number | boolean>>;
type Collection = { readonly number: number; readonly indexes: readonly string[] };

/** An indexed value as stored: texts and booleans are marked so that "true" is not true and "1" not 1. */
const keyOf = (value: unknown): string | number | null =>
  typeof value === 'string'
    ? `s${value}`
    : typeof value === 'number'
      ? value
      : typeof value === 'boolean'
        ? `b${value ? 1 : 0}`
        : null;

const tableOf = (number: number): string => `d${number}`;

/**
 * Declares collections: makes missing ones, adds columns and indexes for newly declared fields and fills them. Never
 * drops.
 */
export const declareCollections = (
  connection: Connection,
  declared: readonly { readonly name: string; readonly indexes: readonly string[] }[],
): void => {
  for (const { name, indexes } of declared) {
    const present = connection.statement('SELECT number, indexes FROM collections WHERE name = ?').get(name) as
      { number: number; indexes: string } | undefined;
    const known = present ? (JSON.parse(present.indexes) as string[]) : [];
    const all = [...new Set([...known, ...indexes])];
    const number =
      present?.number ??
      (
        connection
          .statement('INSERT INTO collections (name, indexes) VALUES (?, ?) RETURNING number')
          .get(name, '[]') as { number: number }
      ).number;
    const table = tableOf(number);
    if (!present)
      connection.db.exec(
        `CREATE TABLE ${table} (organization TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (organization, id))`,
      );
    for (let i = known.length; i < all.length; i++)
      connection.db.exec(
        `ALTER TABLE ${table} ADD COLUMN i${i}; CREATE INDEX ${table}_${i} ON ${table} (organization, i${i}, id)`,
      );
    if (all.length === known.length) continue;
    connection.statement('UPDATE collections SET indexes = ? WHERE number = ?').get(JSON.stringify(all), number);
    const sets = all.map((_, i) => `i${i} = ?`).join(', ');
    for (const row of connection.db.prepare(`SELECT rowid, body FROM ${table}`).all() as {
      rowid: number;
      body: string;
    }[]) {
      const document = JSON.parse(row.body) as Record<string, unknown>;
      connection
        .statement(`UPDATE ${table} SET ${sets} WHERE rowid = ?`)
        .get(...all.map((field) => keyOf(document[field])), row.rowid);
    }
  }
};

/** Documents of one file: JSON by collection and id, found by declared fields. */
export const openDocuments = (connection: Connection) => {
  const collections = new Map<string, Collection>();
  const collection = (name: string): Collection | undefined => {
    let known = collections.get(name);
    if (known === undefined) {
      const row = connection.statement('SELECT number, indexes FROM collections WHERE name = ?').get(name) as
        { number: number; indexes: string } | undefined;
      if (row === undefined) return undefined;
      known = { number: row.number, indexes: JSON.parse(row.indexes) as string[] };
      collections.set(name, known);
    }
    return known;
  };

  const all = function* (): Iterable<{ organization: string; name: string; id: string; body: string }> {
    const known = connection.db.prepare('SELECT number, name FROM collections ORDER BY name').all() as {
      number: number;
      name: string;
    }[];
    for (const { number, name } of known) {
      for (const row of connection.db
        .prepare(`SELECT organization, id, body FROM ${tableOf(number)} ORDER BY organization, id`)
        .iterate() as Iterable<{ organization: string; id: string; body: string }>)
        yield { ...row, name };
    }
  };

  return {
    put(organizationId: string, name: string, id: string, document: object): void {
      const known = collection(name);
      if (known === undefined) throw new Error(`no collection ${name}`);
      const { number, indexes } = known;
      const columns = indexes.map((_, i) => `, i${i}`).join('');
      const sets = indexes.map((_, i) => `, i${i} = excluded.i${i}`).join('');
      connection
        .statement(
          `INSERT INTO ${tableOf(number)} (organization, id, body${columns}) VALUES (?, ?, ?${indexes.map(() => ', ?').join('')}) ON CONFLICT (organization, id) DO UPDATE SET body = excluded.body${sets}`,
        )
        .get(
          organizationId,
          id,
          JSON.stringify(document),
          ...indexes.map((field) => keyOf((document as Record<string, unknown>)[field])),
        );
    },

    delete(organizationId: string, name: string, id: string): void {
      const known = collection(name);
      if (known)
        connection
          .statement(`DELETE FROM ${tableOf(known.number)} WHERE organization = ? AND id = ?`)
          .get(organizationId, id);
    },

    get<D>(organizationId: string, name: string, id: string): D | undefined {
      const known = collection(name);
      if (known === undefined) return undefined;
      const row = connection
        .arrays(`SELECT body FROM ${tableOf(known.number)} WHERE organization = ? AND id = ?`)
        .get(organizationId, id) as unknown as [string] | undefined;
      return row && (JSON.parse(row[0]) as D);
    },

    /** Ordered by id. Throws for a field that the collection does not declare as indexed. */
    find<D>(organizationId: string, name: string, where: Where, limit: number, after?: string): readonly D[] {
      const known = collection(name);
      if (known === undefined) return [];
      const fields = Object.keys(where);
      const conditions = fields.map((field) => {
        const place = known.indexes.indexOf(field);
        if (place < 0) throw new Error(`collection ${name} has no index on ${field}`);
        return ` AND i${place} = ?`;
      });
      const rows = connection
        .arrays(
          `SELECT body FROM ${tableOf(known.number)} WHERE organization = ?${conditions.join('')}${after === undefined ? '' : ' AND id > ?'} ORDER BY id LIMIT ?`,
        )
        .all(
          organizationId,
          ...fields.map((field) => keyOf(where[field])),
          ...(after === undefined ? [] : [after]),
          limit,
        ) as unknown as [string][];
      return rows.map(([body]) => JSON.parse(body) as D);
    },

    /** Takes documents of an organization out of every collection, at most `limit` of each; answers how many. */
    drop(organizationId: string, limit: number): number {
      const numbers = connection.db.prepare('SELECT number FROM collections').all() as { number: number }[];
      return numbers.reduce((sum, { number }) => {
        const table = tableOf(number);
        const gone = connection
          .arrays(
            `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE organization = ? LIMIT ${limit}) RETURNING 1`,
          )
          .all(organizationId);
        return sum + gone.length;
      }, 0);
    },

    /** Every document, ordered by collection, organization and id. */
    all,
    /** The same as lines. */
    dump(line: (text: string) => void): void {
      for (const { organization, name, id, body } of all())
        line(JSON.stringify(['document', name, organization, id, body]));
    },
    forget: () => collections.clear(),
  };
};
