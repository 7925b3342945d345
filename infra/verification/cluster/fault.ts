import { everyVariant } from '@tessera/kernel/testing';
import { audit, rate, settle, startLoad, type Entry, type Load, type LoadOptions, type Outcome } from './ledger.ts';
import { repeats } from './log.ts';
import { until, type Testbed } from './testbed.ts';

/** Longer faults, as in the issue: a minute instead of seconds. */
export const soak = process.env['TESSERA_SOAK'] === 'on';
/** In CI one fault of each kind: all of them take a quarter of an hour. */
export const few = !everyVariant;

export type Fault = LoadOptions & {
  readonly name: string;
  /** Makes the fault and heals it; what it awaits happens under load. `load.wellFor` says how it goes. */
  readonly during: (load: Load) => Promise<void>;
  /** Seconds within which all is well again after `during`. */
  readonly recoversIn?: number;
};

/**
 * What is known of a testbed, fault after fault: what was written to it and is not known to be lost, and what happened
 * more often than it should. A fault answers for what came with it alone: one that failed fails none that follow.
 */
type Book = { readonly entries: readonly Entry[]; readonly twice: number; readonly restarts: number };
const books = new WeakMap<Testbed, Book>();
/** A state that must come, also on a machine that does much else. */
export const soon = 60;

const line = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** What a fault left; `harmless` is what it should be. */
export type Verdict = {
  readonly lost: number;
  readonly twice: number;
  readonly missing: number;
  readonly wrong: readonly string[];
  readonly restarts: number;
};
export const harmless: Verdict = { lost: 0, twice: 0, missing: 0, wrong: [], restarts: 0 };

/**
 * A fault under a steady load: what people see during it is right, all is well again some time after it, and the books
 * agree. Prints the line of the issue and answers what the load got. Throws when it does not recover.
 */
export const endure = async (
  testbed: Testbed,
  fault: Fault,
): Promise<Outcome & { readonly verdict: Verdict; readonly recoveredMs: number }> => {
  const load = await startLoad(testbed, fault);
  let [recoveredMs, reached] = [0, 0];
  let outcome: Outcome;
  let before: Book;
  try {
    await until(
      `${fault.name}: a steady load before it`,
      60,
      async () => load.wellFor(),
      (ms) => ms > 1500,
    );
    reached = await load.steady();
    await fault.during(load);
    const healed = performance.now();
    // Well for a second: the moment at which that second began is when it had recovered.
    const well = await until(
      `${fault.name}: recovery`,
      fault.recoversIn ?? 60,
      async () => load.wellFor(),
      (ms) => ms > 1000,
    );
    recoveredMs = Math.max(0, performance.now() - healed - well);
  } finally {
    outcome = await load.stop();
    // Also what a fault that failed wrote: the next one's audit finds it in the table.
    before = books.get(testbed) ?? { entries: [], twice: 0, restarts: 0 };
    books.set(testbed, { ...before, entries: [...before.entries, ...outcome.entries] });
    console.log(
      `${fault.name}: ${reached} writes/s${reached < rate ? `, ${rate} are more than this machine bears` : ''}; ${line(outcome.counts)}; p50 ${outcome.p50} ms, p99 ${outcome.p99} ms, longest ${outcome.longest} ms`,
    );
  }
  for (const text of outcome.wrong.slice(0, 5)) console.log(`${fault.name}: WRONG: ${text}`);
  const entries = [...before.entries, ...outcome.entries];
  const acknowledged = outcome.entries.filter((one) => one.acknowledged).length;
  await settle(testbed, entries);
  const { lost, missing, unknown } = await audit(testbed, entries);
  // A write is a commit, and so is what a reaction to it does: whatever had its effect twice stands in a log twice.
  const [tables, connectors] = [await testbed.logs.tables.read(), await testbed.logs.connectors.read()];
  const writes = repeats(tables.flatMap(({ key }) => (key === '' ? [] : [key])));
  const reactions = repeats(
    connectors.flatMap(({ cause, types }) => (cause === '' ? [] : [`${cause} ${types.join()}`])),
  );
  const effects = entries.length + connectors.filter(({ cause }) => cause !== '').length;
  const all = { twice: unknown + writes + reactions, restarts: await testbed.restarts() };
  const twice = all.twice - before.twice;
  const gone = new Set([...lost, ...missing]);
  books.set(testbed, { ...all, entries: entries.filter((one) => !gone.has(one)) });
  console.log(
    `${fault.name}: acknowledged ${acknowledged}, lost ${lost.length}, effects twice ${twice} (of ${effects}), recovered in ${(recoveredMs / 1000).toFixed(1)} s`,
  );
  return {
    ...outcome,
    recoveredMs,
    verdict: {
      lost: lost.length,
      twice,
      missing: missing.length,
      wrong: outcome.wrong,
      restarts: all.restarts - before.restarts,
    },
  };
};
