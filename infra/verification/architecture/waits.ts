const waits = [
  // A promise that a timer keeps, and what gives one.
  /new Promise(?:<[^>]*>)?\(\s*\(\s*\w*\s*\)\s*=>\s*\{?\s*(?:void\s+)?setTimeout\(/,
  /from 'node:timers\/promises'/,
  /\.waitForTimeout\(/,
] as const;

/**
 * Where a test waits a fixed time, from its text: the first of what it waits with, or nothing. Too short on a busy
 * machine and too long on every other one; what it waits for has an event or can be asked (`expect.poll`, `vi.waitFor`,
 * `until`). A clock that the test itself turns on is no wait.
 */
export const fixedWait = (text: string): string | undefined => {
  if (text.includes('vi.useFakeTimers(')) return undefined;
  return waits.map((wait) => wait.exec(text)?.[0]).find((found) => found !== undefined);
};

const patience = 20_000;
const deadlines = [
  // `expect.poll(..., { timeout: 5_000 })`, and `until('what', 5, ...)` in seconds.
  { pattern: /\.poll\((?:(?!\.poll\()[\s\S])*?\btimeout: ([\d_]+)/g, ms: 1 },
  { pattern: /\buntil\(\s*(?:'[^']*'|`[^`]*`),\s*([\d_.]+)/g, ms: 1000 },
] as const;

/**
 * Where a test of engines gives them less than twenty seconds for what must come, from its text. Servers are killed
 * and started there, on machines that do other work beside it: what comes late there is right all the same.
 */
export const shortDeadlines = (text: string): readonly string[] =>
  deadlines.flatMap(({ pattern, ms }) =>
    [...text.matchAll(pattern)].flatMap(([, given = '']) =>
      Number(given.replaceAll('_', '')) * ms < patience ? [given] : [],
    ),
  );

/** The rate at which these write, or how long their fault lasts, is itself what they try. */
export const timed: ReadonlySet<string> = new Set([
  'infra/event-store/test/mongo-upgrades.cluster.spec.ts',
  'infra/messaging/test/faults.cluster.spec.ts',
  'infra/runtime/src/election.cluster.spec.ts',
]);
