import { read, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, triggerCallStream, type AutomationsEvent, type EventOf } from '../events.ts';
import { conflict } from '../refusals.ts';
import type { TriggerCall } from './evolve.ts';

type Known = Snapshot<TriggerCall | undefined>;
type Named = { readonly callId: string; readonly functionId: string };

const load = ({ callId }: Named): Loading<Known> => read.snapshot<TriggerCall | undefined>(triggerCallStream(callId));
function* nothing(): Loading<null> {
  return null;
}
const advanced = (known: Known, callId: string, one: AutomationsEvent): DecidedEvent<AutomationsEvent> => ({
  event: one,
  advances: [{ stream: triggerCallStream(callId), version: known.version + 1 }],
});

/** Notes what is to be called, each once for an event of a table whatever is asked for again. */
export const queueTriggers: CommandHandler<
  { readonly calls: readonly EventOf<'triggerQueued'>[] },
  readonly Known[],
  AutomationsEvent,
  null
> = {
  merges: true,
  *load({ calls }) {
    const found: Known[] = [];
    for (const call of calls) found.push(yield* load(call));
    return found;
  },
  decide: ({ calls }, loaded, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: calls.flatMap((call, at) =>
        loaded[at]!.state === undefined ? [advanced(loaded[at]!, call.callId, event('triggerQueued', call))] : [],
      ),
    };
  },
  answer: nothing,
};

export const beginTrigger: CommandHandler<Named, Known, AutomationsEvent, null> = {
  load,
  decide: ({ callId, functionId }, known, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (known.state?.state !== 'waiting') throw conflict('automations.outcome_unknown');
    return { events: [advanced(known, callId, event('triggerBegun', { callId, functionId }))] };
  },
  answer: nothing,
};

export const endTrigger: CommandHandler<EventOf<'triggerEnded'>, Known, AutomationsEvent, null> = {
  load,
  decide: (ended, known, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    // Another process was as far.
    if (known.state?.state !== 'waiting' && known.state?.state !== 'begun') return { events: [] };
    return { events: [advanced(known, ended.callId, event('triggerEnded', ended))] };
  },
  answer: nothing,
};
