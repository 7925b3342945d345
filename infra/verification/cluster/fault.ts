import { everyVariant } from '@tessera/kernel/testing';
import { audit, rate, settle, startLoad, type Entry, type Load, type LoadOptions, type Outcome } from './ledger.ts';
import { repeats } from './log.ts';
import { until, type Stand } from './stand.ts';

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

/** Everything that was written to a stand, fault after fault. */
const books = new WeakMap<Stand, Entry[]>();
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
  stand: Stand,
  fault: Fault,
): Promise<Outcome & { readonly verdict: Verdict; readonly recoveredMs: number }> => {
  const load = await startLoad(stand, fault);
  let [recoveredMs, reached] = [0, 0];
  let outcome: Outcome;
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
    console.log(
      `${fault.name}: ${reached} writes/s${reached < rate ? `, ${rate} are more than this machine bears` : ''}; ${line(outcome.counts)}; p50 ${outcome.p50} ms, p99 ${outcome.p99} ms, longest ${outcome.longest} ms`,
    );
  }
  for (const text of outcome.wrong.slice(0, 5)) console.log(`${fault.name}: WRONG: ${text}`);
  const book = [...(books.get(stand) ?? []), ...outcome.entries];
  books.set(stand, book);
  const acknowledged = outcome.entries.filter((one) => one.acknowledged).length;
  await settle(stand, outcome.entries);
  const { lost, twice: unknown, found } = await audit(stand, book);
  // A write is a commit, and so is what a reaction to it does: whatever had its effect twice stands in a log twice.
  const [tables, connectors] = [await stand.logs.tables.read(), await stand.logs.connectors.read()];
  const writes = repeats(tables.flatMap(({ key }) => (key === '' ? [] : [key])));
  const reactions = repeats(
    connectors.flatMap(({ cause, types }) => (cause === '' ? [] : [`${cause} ${types.join()}`])),
  );
  const effects = book.length + connectors.filter(({ cause }) => cause !== '').length;
  const twice = unknown + writes + reactions;
  console.log(
    `${fault.name}: acknowledged ${acknowledged}, lost ${lost}, effects twice ${twice} (of ${effects}), recovered in ${(recoveredMs / 1000).toFixed(1)} s`,
  );
  return {
    ...outcome,
    recoveredMs,
    verdict: { lost, twice, missing: book.length - found, wrong: outcome.wrong, restarts: await stand.restarts() },
  };
};
