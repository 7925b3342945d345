import type { MongoModel } from '@tessera/document-store/mongo';
import type { Derived, Notice, WriteModule } from '@tessera/kernel';
import { readOf } from '../writer/derived.ts';
import type { MongoApplier } from './applier.ts';
import { appliedPosition, pause, type Collections } from './collections.ts';
import { isAway, within } from './failures.ts';
import type { StoreReport } from './port.ts';
import { createTurn } from './turn.ts';

/** Rows filled by one round trip each way. */
const atOnce = 500;
/**
 * How long commits that were decided on the definition of before may still come, in ms: their states serve for less. They
 * have a place in the log by then, and all up to it are applied before the first row is filled.
 */
const settlesMs = 1_000;
/** How often it is looked for columns to fill, and how long one table is worked at before the others. */
const everyMs = 500;
const sliceMs = 200;
const roundsMissed = 10;

type Owing = Awaited<ReturnType<MongoModel['owing']>>;

/** Which columns may be filled: a column is when those that it is computed from are. */
const readiness = async <E>(applier: Pick<MongoApplier<E>, 'derived'>, owing: Owing) => {
  const left = new Set(owing.map(({ organizationId, table, column }) => `${organizationId}\n${table}\n${column}`));
  const derivations = new Map<string, Derived | undefined>();
  for (const { organizationId, table } of owing) {
    const key = `${organizationId}\n${table}`;
    if (!derivations.has(key)) derivations.set(key, await applier.derived(organizationId, table));
  }
  return (organizationId: string, table: string, column: string): boolean =>
    (derivations.get(`${organizationId}\n${table}`)?.awaits(column) ?? []).every(
      (other) => !left.has(`${organizationId}\n${other.table}\n${other.column}`),
    );
};

/** Fills all that there is, while nobody writes. */
export const fillAll = async <E>(
  model: MongoModel,
  applier: Pick<MongoApplier<E>, 'derived' | 'filled'>,
  limit: number,
): Promise<void> => {
  for (let owing = await model.owing(); owing.length > 0; owing = await model.owing()) {
    for (const next of await model.unfilled(await readiness(applier, owing)))
      await fillRows(model, applier, next, await applier.derived(next.organizationId, next.table), limit);
  }
};

/** Rows filled by one round trip each way where each has others behind it. */
const linkedAtOnce = 100;

/** Fills the next rows of a table; answers how many they were. */
export const fillRows = <E>(
  model: MongoModel,
  applier: Pick<MongoApplier<E>, 'filled'>,
  next: Parameters<MongoModel['fill']>[0],
  derived: Derived | undefined,
  limit: number,
): Promise<number> =>
  derived !== undefined && derived.joins.length > 0
    ? model.fill(
        next,
        new Set(readOf(derived)),
        Math.min(limit, linkedAtOnce),
        (rows) => applier.filled(next.organizationId, derived, rows),
        true,
      )
    : model.fill(next, derived?.reads ?? new Set(), limit, (rows) => derived?.compute(rows) ?? []);

/**
 * Fills derived columns for rows that were there before them: one process does it at a time, in slices, and another goes
 * on where it ends. Rows that are written meanwhile are left to who writes them.
 */
export const createFiller = <E>(
  module: WriteModule<E>,
  c: Collections,
  model: MongoModel,
  applier: MongoApplier<E>,
  operationMs: number,
  report: (report: StoreReport) => void,
  tell: (organizationId: string, position: number, notices: readonly Notice[]) => void,
) => {
  const ended = new AbortController();
  const turn = createTurn(c, `fill-${c.name}`, operationMs, everyMs * roundsMissed);
  /** By table and commit that asked: since when it is known, and up to where the log is to be applied first. */
  const waiting = new Map<string, { readonly since: number; until?: number }>();

  const organization = (id: string) => within(operationMs, c.organizations.findOne({ _id: id }));

  /** Whether whoever writes rows by now knows of these columns. */
  const known = async (name: string, organizationId: string): Promise<boolean> => {
    let wait = waiting.get(name);
    if (wait === undefined) waiting.set(name, (wait = { since: performance.now() }));
    if (performance.now() - wait.since < settlesMs) return false;
    const found = await organization(organizationId);
    if (found === null) return true;
    wait.until ??= found.position;
    return appliedPosition(found, c.name) >= wait.until;
  };

  /** A round over all tables; answers whether anything is left to do at once. */
  const round = async (): Promise<boolean> => {
    const owing = await within(operationMs, model.owing());
    if (owing.length === 0) {
      waiting.clear();
      return false;
    }
    const ready = await readiness(applier, owing);
    const all = await within(operationMs, model.unfilled(ready));
    let more = false;
    for (const first of all) {
      const name = `${first.organizationId} ${first.table} ${first.at}`;
      if (ended.signal.aborted || !(await known(name, first.organizationId))) continue;
      const derived = await applier.derived(first.organizationId, first.table);
      const until = performance.now() + sliceMs;
      // Each slice begins where the one before it ended, as the model has it.
      for (let next: typeof first | undefined = first; next !== undefined && performance.now() < until;) {
        await within(operationMs, fillRows(model, applier, next, derived, atOnce));
        next = (await within(operationMs, model.unfilled(ready))).find(
          ({ organizationId, table }) => organizationId === first.organizationId && table === first.table,
        );
        if (ended.signal.aborted) return false;
        more ||= next !== undefined;
        if (next?.at !== first.at) break;
      }
      const found = await organization(first.organizationId);
      tell(first.organizationId, found?.position ?? 0, module.derivation?.notices(first.table) ?? []);
    }
    return more;
  };

  const run = async (): Promise<void> => {
    let more = false;
    while (!ended.signal.aborted) {
      if (!more) await pause(everyMs, ended.signal);
      if (ended.signal.aborted) break;
      try {
        more = (await turn.mine()) && (await round());
      } catch (error) {
        more = false;
        if (!isAway(error) && !(error instanceof Error && error.name === 'Rejection'))
          report({ kind: 'failed', what: 'filling computed columns', error });
      }
    }
    await turn.leave();
  };
  let running: Promise<void> | undefined;

  return {
    start: (): void => {
      if (module.derivation !== undefined) running ??= run();
    },
    close: async (): Promise<void> => {
      ended.abort();
      await running;
    },
  };
};
