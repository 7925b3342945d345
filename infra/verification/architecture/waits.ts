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

/** The rate at which these write, or how long their fault lasts, is itself what they try. */
export const timed: ReadonlySet<string> = new Set(['infra/messaging/test/faults.cluster.spec.ts']);
