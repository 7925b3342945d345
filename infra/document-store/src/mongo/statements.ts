import { BSON, MongoServerError, type Collection, type Document } from 'mongodb';

/**
 * Writes as statements that carry no number for being repeated. The driver's own would be repeated after a change of
 * primary, for which the engine writes down the number of each beside what it does, and looks through those that it
 * keeps. What is written here may be sent twice by whoever needs it: it is told apart by its own keys, or guarded by
 * what it finds. Acknowledged once it is on the disks of a majority.
 */
const durable = { w: 'majority', j: true } as const;

export type Concern = { readonly w: 'majority' | number; readonly j: boolean };
type Settings = { readonly concern?: Concern; readonly maxTimeMS?: number };
export type UpdateStatement = {
  readonly q: Document;
  readonly u: Document | readonly Document[];
  readonly upsert?: boolean;
};
type WriteAnswer = {
  readonly n?: number;
  readonly writeErrors?: readonly { readonly index: number; readonly code: number; readonly errmsg: string }[];
};

const duplicateKey = 11_000;
/** A message holds at most 48 MB, and its first part 16 MB. */
const statementBytes = 8 * 1024 * 1024;
const statementCount = 5_000;

const settingsOf = ({ concern = durable, maxTimeMS }: Settings): Document => ({
  writeConcern: { ...concern },
  ...(maxTimeMS === undefined ? {} : { maxTimeMS }),
});

/** Parts that fit into one message each, with the place of each part's first. */
const partsOf = function* <T extends Document>(
  all: readonly T[],
): Generator<{ readonly first: number; readonly part: readonly T[] }> {
  let first = 0;
  let bytes = 0;
  for (let i = 0; i < all.length; i++) {
    const size = BSON.calculateObjectSize(all[i]!);
    if (i > first && (bytes + size > statementBytes || i - first === statementCount)) {
      yield { first, part: all.slice(first, i) };
      first = i;
      bytes = 0;
    }
    bytes += size;
  }
  if (first < all.length) yield { first, part: first === 0 ? all : all.slice(first) };
};

const failure = ({ code, errmsg }: { readonly code: number; readonly errmsg: string }): MongoServerError =>
  new MongoServerError({ message: errmsg, errmsg, code });

/**
 * Inserts documents, each for itself. Resolves with the places of those one of whose keys is taken; throws the driver's
 * error where anything else went wrong, and then some of them may be there.
 */
export const insertFree = async <D extends Document>(
  collection: Collection<D>,
  documents: readonly Document[],
  settings: Settings = {},
): Promise<ReadonlySet<number>> => {
  const taken = new Set<number>();
  for (const { first, part } of partsOf(documents)) {
    const { writeErrors = [] } = (await collection.db.command({
      insert: collection.collectionName,
      documents: part,
      ordered: false,
      ...settingsOf(settings),
    })) as WriteAnswer;
    const other = writeErrors.find(({ code }) => code !== duplicateKey);
    if (other !== undefined) throw failure(other);
    for (const { index } of writeErrors) taken.add(first + index);
  }
  return taken;
};

/**
 * Updates one document each, in any order unless `ordered`. Throws the first error, one that is no duplicate before one
 * that is: then others may be written, and may be sent again. Answers how many documents were found.
 */
export const updateEach = async <D extends Document>(
  collection: Collection<D>,
  updates: readonly UpdateStatement[],
  settings: Settings & { readonly ordered?: boolean } = {},
): Promise<number> => {
  const { ordered = false } = settings;
  let matched = 0;
  for (const { part } of partsOf(updates)) {
    const { writeErrors = [], n = 0 } = (await collection.db.command({
      update: collection.collectionName,
      updates: part,
      ordered,
      ...settingsOf(settings),
    })) as WriteAnswer;
    const first = writeErrors.find(({ code }) => code !== duplicateKey) ?? writeErrors[0];
    if (first !== undefined) throw failure(first);
    matched += n;
  }
  return matched;
};

/** Deletes all that match any of the queries. What another deleted meanwhile is deleted. */
export const deleteEach = async <D extends Document>(
  collection: Collection<D>,
  queries: readonly Document[],
  settings: Settings = {},
): Promise<void> => {
  const deletes = queries.map((q): Document => ({ q, limit: 0 }));
  for (const { part } of partsOf(deletes)) {
    const { writeErrors = [] } = (await collection.db.command({
      delete: collection.collectionName,
      deletes: part,
      ordered: false,
      ...settingsOf(settings),
    })) as WriteAnswer;
    if (writeErrors[0] !== undefined) throw failure(writeErrors[0]);
  }
};

/** Changes one document and answers it as it is afterwards, or null where there is none. */
export const changeOne = async <D extends Document>(
  collection: Collection<D>,
  query: Document,
  update: Document,
  settings: Settings & { readonly fields?: Readonly<Record<string, 0 | 1>> } = {},
): Promise<D | null> => {
  const { fields, ...rest } = settings;
  const { value } = (await collection.db.command({
    findAndModify: collection.collectionName,
    query,
    update,
    new: true,
    ...(fields === undefined ? {} : { fields }),
    ...settingsOf(rest),
  })) as { value: D | null };
  return value;
};
