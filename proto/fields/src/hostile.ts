const repeated = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/**
 * Texts of about `length` characters on which patterns that go back take long: runs of what a pattern may take in
 * several ways, broken off at the end, with the beginnings that let a reader come so far.
 */
export const hostileTexts = (length: number): readonly string[] => {
  const runs = [
    ' ',
    '\t',
    ' \n',
    '\u00a0',
    '0',
    '9',
    '1,',
    '1.',
    '.',
    '-',
    '(',
    'a',
    'á',
    '\u0301\u0316',
    'a\u0316\u0301',
    '"',
    '"x',
    '""',
    ',',
    ';',
    'a;',
    '@',
    'a@',
    'a.',
    'x.aa',
    ':',
    'T00:00',
    '2026-01-01T00:00',
    '-01-01',
    '1h00',
    'Σ',
    '日',
    '😀',
    'http://',
    'mailto:',
    '%',
    'e1',
  ].map((part) => repeated(part, length));
  const half = repeated(' ', length / 2);
  const beginnings = ['2026-01-01T', 'a@', '+1', 'R$ ', 'https://a.', 'x'];
  return [
    ...runs,
    ...runs.map((run) => `x${run}!`),
    ...beginnings.flatMap((start) => [' ', '0', 'T00:00'].map((part) => `${start}${repeated(part, length)}!`)),
    `"${repeated('"x', length / 2)}${half},`,
    `${repeated('\n ', length / 2)}${half}x`,
    `a${half}"${half}"`,
  ];
};

/** Below so much there is nothing to compare. */
const floorMs = 25;

/** Some systems count the time of a thread in steps of 4 ms. */
const leastMeasuredMs = 10;

/** Time of the processor that a call takes, whatever else the machine does; a short one is repeated until it counts. */
const timeOf = (call: () => unknown): number => {
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls++) {
    try {
      call();
    } catch {
      // What is refused took its time as well.
    }
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= leastMeasuredMs || calls === 100) return ms / calls;
  }
};

/** How many times as long the longer text is: three doublings tell the square from noise, where one may not. */
export const stretch = 8;

/**
 * By how much a call takes longer where its text doubles, on the average of three doublings; 0 where even the longest is
 * too short to be measured. What is linear answers about 2, what grows with the square 4. The least of some runs counts:
 * a collection of garbage is no growth.
 */
export const growth = <T>(call: (input: T) => unknown, short: T, long: T): number => {
  // Most calls are far too short to be measured: one look tells.
  const begun = performance.now();
  try {
    call(long);
  } catch {
    // As above.
  }
  if (performance.now() - begun < floorMs) return 0;
  let most = timeOf(() => call(long));
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    if (most < floorMs) return 0;
    least = Math.min(
      least,
      timeOf(() => call(short)),
    );
    if (most < least * 3 ** 3) break;
    most = Math.min(
      most,
      timeOf(() => call(long)),
    );
  }
  return (most / least) ** (1 / 3);
};
