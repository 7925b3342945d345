import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { dayStream, reachedStream, storageStream, type BillingEvent } from '../events.ts';
import type { Day, Reached, Storage } from './evolve.ts';

type EventOf<K extends BillingEvent['$case']> = Extract<BillingEvent, { $case: K }>['value'];
type OfDay<C> = CommandHandler<C, Snapshot<Day>, BillingEvent, object>;

function* done() {
  return {};
}

/** Counts what happened on a day. The key of what counts has it counted once. */
const onDay = <C extends { readonly day: string }>(event: (command: C) => BillingEvent): OfDay<C> => ({
  load: ({ day }) => read.snapshot<Day>(dayStream(day)),
  decide: (command, { version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    const advances = [{ stream: dayStream(command.day), version: version + 1 }];
    return { events: [{ event: event(command), advances }] };
  },
  answer: done,
});

export const countRun = onDay<EventOf<'runCounted'>>((value) => ({ $case: 'runCounted', value }));
/** Requests of programs, as the edge gathered them. */
export const countCalls = onDay<EventOf<'callsCounted'>>((value) => ({ $case: 'callsCounted', value }));
export const countFunction = onDay<EventOf<'functionCounted'>>((value) => ({ $case: 'functionCounted', value }));
export const countCredit = onDay<EventOf<'creditCounted'>>((value) => ({ $case: 'creditCounted', value }));

/** Counts a file that came, or one that went. */
export const countStorage: CommandHandler<EventOf<'storageCounted'>, Snapshot<Storage>, BillingEvent, object> = {
  load: () => read.snapshot<Storage>(storageStream),
  decide: (value, { version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    const advances = [{ stream: storageStream, version: version + 1 }];
    return { events: [{ event: { $case: 'storageCounted', value }, advances }] };
  },
  answer: done,
};

/** Says that a meter passed a part of its limit: once a month each, and of several the highest alone. */
export const reachUsage: CommandHandler<EventOf<'usageReached'>, Snapshot<Reached>, BillingEvent, object> = {
  load: ({ month }) => read.snapshot<Reached>(reachedStream(month)),
  decide: (value, { version, state = {} }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if ((state[value.meter] ?? 0) >= value.percent) return { events: [] };
    const advances = [{ stream: reachedStream(value.month), version: version + 1 }];
    return { events: [{ event: { $case: 'usageReached', value }, advances }] };
  },
  answer: done,
};
