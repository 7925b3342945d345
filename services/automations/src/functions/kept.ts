import type { ServicePorts } from '@tessera/runtime';
import type { Line } from './call.ts';
import { callSlot } from './projection.ts';

/** What went into a call and came out, with its secrets hidden. Never in an event: it is forgotten after 30 days. */
export type KeptCall = {
  readonly callId: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly reason: string;
  readonly logs: readonly Line[];
  /** Some of it was too large to keep. */
  readonly cut: boolean;
};

export const bucket = 'function-calls';
const keptMs = 30 * 24 * 3_600_000;
/** Of each of input, output and log. */
const mostBytes = 32 * 1024;

const tooLarge = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value ?? null)) > mostBytes;

/** What of a call is kept: what is too large is left out, and of a log its beginning is kept. */
export const keptOf = ({ input, output, logs, ...rest }: Omit<KeptCall, 'cut'>): KeptCall => {
  let left = mostBytes;
  const first = logs.filter(({ text }) => (left -= Buffer.byteLength(text)) >= 0);
  const [noInput, noOutput] = [tooLarge(input), tooLarge(output)];
  return {
    ...rest,
    input: noInput ? null : (input ?? null),
    output: noOutput ? null : (output ?? null),
    logs: first,
    cut: noInput || noOutput || first.length < logs.length,
  };
};

/** The last calls of functions, each in the place that the list has for it. */
export const createKeptCalls = ({ state, clock }: Pick<ServicePorts, 'state' | 'clock'>) => ({
  put: (organizationId: string, functionId: string, number: number, kept: KeptCall): Promise<void> =>
    state.put(organizationId, bucket, callSlot(functionId, number), kept, { expiresAt: clock() + keptMs }),
  get: (organizationId: string, slot: string): Promise<KeptCall | undefined> =>
    state.get<KeptCall>(organizationId, bucket, slot),
  forget: async (organizationId: string, functionId: string): Promise<void> => {
    for (const { key } of await state.list(organizationId, bucket, `${functionId}:`, 1_000))
      await state.delete(organizationId, bucket, key);
  },
});
export type KeptCalls = ReturnType<typeof createKeptCalls>;
