import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';
import { documentsCollection, names, restOfKey, scopedKey } from './names.ts';
import type { ModelDb } from './names.ts';
import { updateEach } from './statements.ts';

type Where = Readonly<Record<string, string | number | boolean>>;

/**
 * A document as it is kept: its JSON as text, so that no name in it is a path or an operator and it comes back as it
 * was; the fields that it is found by beside it. `at` is the position of the commit that wrote it last. A deleted one
 * is kept for a while, so that an older put which comes late does not bring it back.
 */
type StoredDocument = {
  readonly _id: string;
  readonly at: number;
  readonly gone?: Date;
  /** The organization; absent, like `body`, from a deleted one, which no index then knows. */
  readonly of?: string;
  readonly body?: string;
  /** Fields by which it can be found. */
  readonly by?: string;
  readonly [key: `f_${string}`]: string | number | boolean;
};
type StoredSnapshot = { readonly _id: string; readonly version: number; readonly state?: string };

/** Text of states that is kept beside what it was read as, in characters. */
const keptText = 4_000_000;

/**
 * JSON.parse that answers the same object as long as a key's text stays the same, for readers that do not change it:
 * what they made of the object is then at hand as well.
 */
const createParser = () => {
  const kept = new Map<string, { readonly text: string; readonly value: unknown }>();
  let size = 0;
  return (key: string, text: string): unknown => {
    const known = kept.get(key);
    if (known?.text === text) return known.value;
    const value = JSON.parse(text) as unknown;
    size += text.length - (known?.text.length ?? 0);
    kept.delete(key);
    if (size > keptText) {
      kept.clear();
      size = text.length;
    }
    if (size > keptText) size = 0;
    else kept.set(key, { text, value });
    return value;
  };
};

/** How long a late put may come: longer than any outage in which a replica holds a commit that it has not applied. */
const rememberGoneSeconds = 30 * 86_400;

const indexField = (field: string): `f_${string}` => {
  if (!/^[A-Za-z0-9_]{1,60}$/.test(field)) throw new Error(`not a field that can be indexed: ${field}`);
  return `f_${field}`;
};
const indexable = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

export type DocumentWrite = {
  readonly organizationId: string;
  readonly collection: string;
  readonly id: string;
  readonly document: object | undefined;
  readonly position: number;
};

/** Documents and snapshots of one database. */
export const openDocuments = (
  db: ModelDb,
  declared: readonly { readonly name: string; readonly indexes: readonly string[] }[],
) => {
  const indexes = new Map(declared.map(({ name, indexes: fields }) => [name, fields]));
  const of = (name: string): Collection<StoredDocument> => db.collection(documentsCollection(name));
  const snapshots: Collection<StoredSnapshot> = db.collection(names.snapshots);
  const parsed = createParser();

  const byOf = (name: string): string => (indexes.get(name) ?? []).toSorted().join(',');
  const foundBy = (name: string, document: object): Readonly<Record<string, string | number | boolean>> => {
    const found: [string, string | number | boolean][] = [];
    for (const field of indexes.get(name) ?? []) {
      const value = (document as Readonly<Record<string, unknown>>)[field];
      if (indexable(value)) found.push([indexField(field), value]);
    }
    return Object.fromEntries(found);
  };

  /** Documents that were written before a field was declared, or by a replica that does not know it yet. */
  const fill = async (name: string): Promise<void> => {
    const by = byOf(name);
    const documents = of(name);
    let writes: AnyBulkWriteOperation<StoredDocument>[] = [];
    const flush = async (): Promise<void> => {
      if (writes.length > 0) await documents.bulkWrite(writes, { ordered: false });
      writes = [];
    };
    for await (const { _id, at, body } of documents.find({ of: { $exists: true }, by: { $ne: by } })) {
      const fields = { by, ...foundBy(name, JSON.parse(body!) as object) };
      writes.push({
        updateOne: {
          filter: { _id },
          update: [
            {
              $replaceWith: {
                $cond: [{ $eq: ['$at', at] }, { $mergeObjects: ['$$ROOT', { $literal: fields }] }, '$$ROOT'],
              },
            },
          ],
        },
      });
      if (writes.length === 1000) await flush();
    }
    await flush();
  };

  const replacement = ({ organizationId, collection, id, document, position }: DocumentWrite): StoredDocument => {
    const _id = scopedKey(organizationId, id);
    if (document === undefined) return { _id, at: position, gone: new Date() };
    return {
      _id,
      at: position,
      of: organizationId,
      body: JSON.stringify(document),
      by: byOf(collection),
      ...foundBy(collection, document),
    };
  };

  return {
    /** Makes indexes that are missing, and fills what they read. Never drops. */
    declare: async (): Promise<void> => {
      for (const { name, indexes: fields } of declared) {
        await of(name).createIndexes([
          { key: { gone: 1 }, name: 'gone', expireAfterSeconds: rememberGoneSeconds, sparse: true },
          { key: { of: 1, _id: 1 }, name: 'of' },
          ...fields.map((field) => ({
            key: { of: 1, [indexField(field)]: 1, _id: 1 } as const,
            name: indexField(field),
          })),
        ]);
        await fill(name);
      }
    },

    /** Writes the last of each document's changes, unless what is stored was written by a later commit. */
    write: async (writes: readonly DocumentWrite[]): Promise<void> => {
      const last = new Map<string, Map<string, DocumentWrite>>();
      for (const one of writes) {
        if (!indexes.has(one.collection)) {
          if (one.document === undefined) continue;
          throw new Error(`no collection ${one.collection}`);
        }
        let ofCollection = last.get(one.collection);
        if (ofCollection === undefined) last.set(one.collection, (ofCollection = new Map()));
        const key = scopedKey(one.organizationId, one.id);
        const present = ofCollection.get(key);
        if (present === undefined || present.position <= one.position) ofCollection.set(key, one);
      }
      await Promise.all(
        [...last].map(([name, ofCollection]) =>
          updateEach(
            of(name),
            [...ofCollection.values()].map((one) => {
              const next = replacement(one);
              // One statement decides and writes, whether the document exists or not; $literal keeps the text of users
              // from being read as an expression.
              return {
                q: { _id: next._id },
                u: [{ $replaceWith: { $cond: [{ $gt: ['$at', one.position] }, '$$ROOT', { $literal: next }] } }],
                upsert: true,
              };
            }),
          ),
        ),
      );
    },

    get: async <D>(organizationId: string, name: string, id: string, bounds: Document = {}): Promise<D | undefined> => {
      if (!indexes.has(name)) return undefined;
      const found = await of(name).findOne(
        { _id: scopedKey(organizationId, id) },
        { ...bounds, projection: { body: 1 } },
      );
      return found?.body === undefined ? undefined : (JSON.parse(found.body) as D);
    },

    /** Ordered by id. Throws for a field that the collection does not declare as indexed. */
    find: async <D>(
      organizationId: string,
      name: string,
      where: Where,
      limit: number,
      bounds: Document = {},
      after?: string,
    ): Promise<readonly D[]> => {
      const fields = indexes.get(name);
      if (fields === undefined) return [];
      const conditions = Object.keys(where).map((field) => {
        if (!fields.includes(field)) throw new Error(`collection ${name} has no index on ${field}`);
        const value = where[field];
        if (!indexable(value)) throw new Error(`${field} is asked for with no text, number or boolean`);
        return [indexField(field), { $eq: value }] as const;
      });
      if (limit <= 0) return [];
      const found = await of(name)
        .find(
          {
            of: String(organizationId),
            ...Object.fromEntries(conditions),
            ...(after !== undefined && { _id: { $gt: scopedKey(organizationId, after) } }),
          },
          { ...bounds, projection: { _id: 0, body: 1 }, sort: { _id: 1 }, limit },
        )
        .toArray();
      return found.map(({ body }) => JSON.parse(body!) as D);
    },

    snapshots: async (
      organizationId: string,
      streams: readonly string[],
    ): Promise<readonly ({ readonly version: number; readonly state: unknown } | undefined)[]> => {
      if (streams.length === 0) return [];
      const keys = streams.map((stream) => scopedKey(organizationId, stream));
      const found = new Map((await snapshots.find({ _id: { $in: keys } }).toArray()).map((one) => [one._id, one]));
      return keys.map((key) => {
        const one = found.get(key);
        return one && { version: one.version, state: one.state === undefined ? undefined : parsed(key, one.state) };
      });
    },

    putSnapshots: async (
      organizationId: string,
      items: readonly { readonly stream: string; readonly version: number; readonly state: unknown }[],
    ): Promise<void> => {
      const last = new Map<string, (typeof items)[number]>();
      for (const item of items) if ((last.get(item.stream)?.version ?? 0) <= item.version) last.set(item.stream, item);
      if (last.size === 0) return;
      await updateEach(
        snapshots,
        [...last.values()].map(({ stream, version, state }) => {
          const _id = scopedKey(organizationId, stream);
          const text = JSON.stringify(state);
          const next: StoredSnapshot = { _id, version, ...(text === undefined ? {} : { state: text }) };
          return {
            q: { _id },
            u: [{ $replaceWith: { $cond: [{ $gt: ['$version', version] }, '$$ROOT', { $literal: next }] } }],
            upsert: true,
          };
        }),
      );
    },

    /** Takes every document and snapshot of an organization out, with what is remembered of deleted ones. */
    forget: async (organizationId: string): Promise<void> => {
      const first = scopedKey(organizationId, '');
      const own = { _id: { $gte: first, $lt: `${first.slice(0, -1)}\u0020` } };
      for (const name of indexes.keys()) await of(name).deleteMany(own);
      await snapshots.deleteMany(own);
    },

    /** Every document as a line, ordered by collection, organization and id; snapshots as documents of theirs. */
    dump: async (line: (text: string) => void, snapshotsAs: string): Promise<void> => {
      for (const name of [snapshotsAs, ...indexes.keys()].toSorted()) {
        const source = name === snapshotsAs ? snapshots : of(name);
        for await (const one of source.find({}, { sort: { _id: 1 } })) {
          const organization = one._id.slice(0, one._id.length - restOfKey(one._id).length - 1);
          const body = 'version' in one ? snapshotText(one as StoredSnapshot) : (one as StoredDocument).body;
          if (body !== undefined) line(JSON.stringify(['document', name, organization, restOfKey(one._id), body]));
        }
      }
    },
  };
};

/** As the embedded store's snapshots are written. */
const snapshotText = ({ version, state }: StoredSnapshot): string =>
  state === undefined ? `{"version":${version}}` : `{"version":${version},"state":${state}}`;
