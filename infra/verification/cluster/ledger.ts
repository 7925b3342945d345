import { request, Agent } from 'node:http';
import { newId } from '@tessera/kernel';
import type { Testbed } from './testbed.ts';
import { pause } from './testbed.ts';

/** One record that a client made up with its id, and the key under which it sends it as often as it must. */
export type Entry = { readonly id: string; readonly key: string; readonly value: number; acknowledged: boolean };
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly ms: number;
};

export type Load = {
  /**
   * Milliseconds since the last answer other than 201, for as long as it goes well; 0 in the middle of a failure or
   * before the first answer.
   */
  readonly wellFor: () => number;
  readonly counts: () => Readonly<Record<string, number>>;
  /**
   * Finds the rate that this machine can bear: half of it where more than half a second's requests wait for their
   * answers, until they do not. Times are taken from here on. Answers the rate.
   */
  readonly steady: () => Promise<number>;
  /** Ends the load and answers what happened. */
  readonly stop: () => Promise<Outcome>;
};

export type Outcome = {
  readonly entries: readonly Entry[];
  readonly counts: Readonly<Record<string, number>>;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers that nobody should ever get, in words. */
  readonly wrong: readonly string[];
};

/** Writes a second of a steady load; fewer where the machine has other work, which the printed line then says. */
export const rate = Number(process.env['TESSERA_FAULT_RATE'] ?? 50);

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** One request; rejects where no answer came. */
export const ask = (
  door: string,
  method: string,
  path: string,
  options: {
    readonly token?: string;
    readonly body?: object;
    readonly headers?: Readonly<Record<string, string>>;
    readonly timeoutMs?: number;
  } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    const outgoing = request(
      `${door}${path}`,
      {
        method,
        agent,
        signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
          ...options.headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('error', reject).once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            ms: performance.now() - started,
          }),
        );
      },
    );
    outgoing
      .once('error', (error: NodeJS.ErrnoException) => {
        // The other side ended a connection that was free while it was taken: every browser opens another one then.
        if (outgoing.reusedSocket && error.code === 'ECONNRESET')
          ask(door, method, path, options).then(resolve, reject);
        else reject(error);
      })
      .end(body);
  });

/**
 * What is wrong with a refusal: it is a 503 that says when to try again, and says what is the matter in the API's own
 * form.
 */
const refusalFault = ({ status, headers, text }: Answer): string | undefined => {
  if (status !== 503) return `status ${status}: ${text.slice(0, 200)}`;
  if (!/^\d+$/.test(String(headers['retry-after'] ?? ''))) return `503 without Retry-After: ${text.slice(0, 200)}`;
  try {
    const { error } = JSON.parse(text) as { error: { code?: unknown; message?: unknown; id?: unknown } };
    const shown = typeof error.code === 'string' && typeof error.message === 'string' && error.code !== 'internal';
    // Codes and words of the API, nothing of how its parts speak to each other.
    if (shown && !/rpc|grpc|Service\/|tessera\./.test(`${error.code} ${error.message}`)) return undefined;
  } catch {
    // Said below.
  }
  return `503 with another body: ${text.slice(0, 200)}`;
};

const quantile = (sorted: readonly number[], part: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);

/**
 * Doors are looked up every quarter of a second and only those that say that they are ready are used, as a balancer
 * before them does.
 */
const followDoors = async (testbed: Testbed) => {
  const all = await testbed.doors();
  let open = all;
  let ended = false;
  const running = (async () => {
    while (!ended) {
      const known = await testbed.doors().catch(() => all);
      const ready = await Promise.all(
        known.map(async (door) =>
          ask(door, 'GET', '/readyz/requests', { timeoutMs: 1000 }).then(
            ({ status }) => status === 200,
            () => false,
          ),
        ),
      );
      const now = known.filter((_, i) => ready[i]);
      if (now.length > 0) open = now;
      await pause(250);
    }
  })();
  return {
    all: () => open,
    any: (n: number): string => open[n % open.length] ?? '',
    stop: async () => {
      ended = true;
      await running;
    },
  };
};

export type LoadOptions = {
  readonly perSecond?: number;
  /** Whether an answer may fail to come at all: only while the gateway itself is what fails. */
  readonly mayBreak?: boolean;
};

/**
 * Creates records at a steady rate, whether answers come or not, each once; reads the latest acknowledged ones; and
 * knocks without and with a false token. What it gets is written down: created, or refused as the API says, and nothing
 * else.
 */
export const startLoad = async (testbed: Testbed, options: LoadOptions = {}): Promise<Load> => {
  const { mayBreak = false } = options;
  let perSecond = options.perSecond ?? rate;
  const doors = await followDoors(testbed);
  const { deals, api } = testbed;
  const entries: Entry[] = [];
  const times: number[] = [];
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  const flying = new Set<Promise<void>>();
  let failedAt: number | undefined = performance.now();
  let goodSince: number | undefined;
  let ended = false;
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const blame = (text: string): void => {
    if (wrong.length < 20) wrong.push(text);
  };
  const field = deals.field('Value');

  const write = async (n: number): Promise<void> => {
    const entry: Entry = { id: newId(), key: newId(), value: n, acknowledged: false };
    entries.push(entry);
    try {
      const answer = await send(testbed, doors.any(n), entry);
      times.push(answer.ms);
      count(String(answer.status));
      if (answer.status === 201) {
        if ((JSON.parse(answer.text) as { id: string }).id !== entry.id)
          blame(`a created record has another id: ${answer.text.slice(0, 200)}`);
        goodSince ??= performance.now();
        return;
      }
      const fault = refusalFault(answer);
      if (fault !== undefined) blame(`create: ${fault}`);
      else count((JSON.parse(answer.text) as { error: { code: string } }).error.code);
    } catch (error) {
      count('no answer');
      if (!mayBreak) blame(`create: no answer (${error instanceof Error ? error.message : String(error)})`);
    }
    failedAt = performance.now();
    goodSince = undefined;
  };
  const read = async (n: number): Promise<void> => {
    const entry = entries.findLast((one) => one.acknowledged);
    if (entry === undefined) return;
    const answer = await ask(doors.any(n), 'GET', `/api/v3/tables/${deals.id}/records/${entry.id}`, {
      token: api.token,
    }).catch(() => undefined);
    if (answer === undefined) {
      if (!mayBreak) blame('read: no answer');
    } else if (answer.status === 200) {
      const { fields } = JSON.parse(answer.text) as { fields: Record<string, unknown> };
      if (fields[field] !== entry.value)
        blame(`a read shows ${JSON.stringify(fields[field])} instead of ${entry.value}`);
    } else {
      const fault = refusalFault(answer);
      if (fault !== undefined) blame(`read: ${fault}`);
    }
  };
  const knock = async (n: number, token: string | undefined): Promise<void> => {
    const answer = await ask(doors.any(n), 'GET', `/api/v3/tables/${deals.id}/records`, {
      ...(token !== undefined && { token }),
    }).catch(() => undefined);
    if (answer === undefined) return;
    count(`${token === undefined ? 'no' : 'false'} token: ${answer.status}`);
    // Whether a token holds cannot be told while auth is away; that there is none can.
    if (answer.status === 401 || (token !== undefined && refusalFault(answer) === undefined)) return;
    blame(`${token === undefined ? 'no token' : 'a false token'}: ${answer.status} ${answer.text.slice(0, 200)}`);
  };

  const fly = (work: Promise<void>): void => {
    flying.add(work);
    void work.finally(() => flying.delete(work));
  };
  let begun = performance.now();
  let [sent, before] = [0, 0];
  const timer = setInterval(() => {
    const due = before + Math.floor(((performance.now() - begun) / 1000) * perSecond);
    // More than a thousand without an answer would be a test of this process.
    for (; sent < due; sent++) {
      if (flying.size > 1000) continue;
      fly(write(sent));
      if (sent % 10 === 0) fly(read(sent));
      if (sent % 10 === 5) fly(knock(sent, sent % 20 === 5 ? undefined : 'false'));
    }
  }, 10);

  return {
    wellFor: () => (goodSince === undefined ? 0 : performance.now() - Math.max(goodSince, failedAt ?? 0)),
    counts: () => ({ ...counts }),
    steady: async () => {
      for (;;) {
        for (let second = 0; second < 2; second++) await pause(1000);
        if (flying.size <= perSecond / 2 || perSecond <= 5) break;
        [before, begun, perSecond] = [sent, performance.now(), perSecond / 2];
        while (flying.size > perSecond / 2) await pause(100);
      }
      times.length = 0;
      return perSecond;
    },
    stop: async () => {
      if (!ended) clearInterval(timer);
      ended = true;
      while (flying.size > 0) await Promise.all(flying);
      await doors.stop();
      const sorted = times.toSorted((a, b) => a - b);
      return {
        entries,
        counts,
        wrong,
        p50: quantile(sorted, 0.5),
        p99: quantile(sorted, 0.99),
        longest: quantile(sorted, 1),
      };
    },
  };
};

const send = async (testbed: Testbed, door: string, entry: Entry): Promise<Answer> => {
  const body = { id: entry.id, fields: { [testbed.deals.field('Value')]: entry.value } };
  const answer = await ask(door, 'POST', `/api/v3/tables/${testbed.deals.id}/records`, {
    token: testbed.api.token,
    body,
    headers: { 'idempotency-key': entry.key },
  });
  if (answer.status === 201) entry.acknowledged = true;
  return answer;
};

/** What a client does that lost an answer: the same request with the same key, until it is acknowledged. */
export const settle = async (testbed: Testbed, entries: readonly Entry[]): Promise<void> => {
  const [door = ''] = await testbed.doors();
  const open = entries.filter((one) => !one.acknowledged);
  for (let round = 0; open.some((one) => !one.acknowledged); round++) {
    if (round === 20) throw new Error('Some records are not taken even when all is well again.');
    for (let at = 0; at < open.length; at += 16) {
      await Promise.all(
        open
          .slice(at, at + 16)
          .filter((one) => !one.acknowledged)
          .map((one) => send(testbed, door, one).catch(() => undefined)),
      );
    }
    if (round > 0) await pause(500);
  }
};

/**
 * Compares the table with what was ever written to it: what was acknowledged and is missing or has another value is
 * lost, `missing` is what is not there at all, and `unknown` counts what is there more often than once or was never
 * written.
 */
export const audit = async (
  testbed: Testbed,
  entries: readonly Entry[],
): Promise<{ readonly lost: readonly Entry[]; readonly missing: readonly Entry[]; readonly unknown: number }> => {
  const field = testbed.deals.field('Value');
  const found = new Map<string, { value: unknown; times: number }>();
  let after: string | undefined;
  do {
    const page: { records: { id: string; fields: Record<string, unknown> }[]; next?: string } = await testbed.api.call(
      'POST',
      `v3/tables/${testbed.deals.id}/records/query`,
      { limit: 1000, ...(after !== undefined && { after }) },
    );
    for (const { id, fields } of page.records)
      found.set(id, { value: fields[field], times: (found.get(id)?.times ?? 0) + 1 });
    after = page.next;
  } while (after !== undefined);
  const known = new Set(entries.map((one) => one.id));
  return {
    lost: entries.filter((one) => one.acknowledged && found.get(one.id)?.value !== one.value),
    missing: entries.filter((one) => !found.has(one.id)),
    unknown: [...found].filter(([id, { times }]) => times > 1 || !known.has(id)).length,
  };
};
