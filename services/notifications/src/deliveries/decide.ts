import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { deliveriesStream, mutesStream, type NotificationsEvent } from '../events.ts';
import { nothingMuted, type Mutes } from '../inbox/evolve.ts';
import { deliveriesOf, type Deliveries } from './evolve.ts';

/** One setting and what it is to be: a way for a kind, or a part of the digest. */
export type DeliveriesChange =
  | { readonly way: 'inbox' | 'mail' | 'push'; readonly kind: string; readonly on: boolean }
  | { readonly part: 'digest'; readonly value: Deliveries['digest'] }
  | { readonly part: 'digestHour' | 'digestWeekday'; readonly value: number }
  | { readonly part: 'language' | 'timezone'; readonly value: string };

const withKind = (all: readonly string[], kind: string, on: boolean): readonly string[] =>
  [...new Set([...all.filter((one) => one !== kind), ...(on ? [kind] : [])])].toSorted();

const changed = (before: Deliveries, change: DeliveriesChange): Deliveries => {
  if ('part' in change) return { ...before, [change.part]: change.value };
  const part = change.way === 'mail' ? 'mailKinds' : 'pushKinds';
  return { ...before, [part]: withKind(before[part], change.kind, change.on) };
};

/** Says by which ways the caller wants to hear of what, from here on: one setting, whatever others are set meanwhile. */
export const changeDeliveries: CommandHandler<
  { readonly change: DeliveriesChange },
  { readonly mutes: Snapshot<Mutes | undefined>; readonly deliveries: Snapshot<Deliveries | undefined> },
  NotificationsEvent,
  null
> = {
  merges: true,
  *load(_command, meta) {
    const userId = userOf(meta.actor);
    const mutes = yield* read.snapshot<Mutes | undefined>(mutesStream(userId));
    return { mutes, deliveries: yield* read.snapshot<Deliveries | undefined>(deliveriesStream(userId)) };
  },
  decide: ({ change }, { mutes, deliveries }, { meta }) => {
    requireRight(meta.actor, 'inbox.own');
    const userId = userOf(meta.actor);
    if ('way' in change && change.way === 'inbox') {
      const { kinds, tableIds, recordIds, threadIds } = { ...nothingMuted, ...mutes.state };
      if (kinds.includes(change.kind) !== change.on) return { events: [] };
      const after = [...withKind(kinds, change.kind, !change.on)];
      return {
        events: [
          {
            event: {
              $case: 'mutesSet',
              value: {
                userId,
                kinds: after,
                tableIds: [...tableIds],
                recordIds: [...recordIds],
                threadIds: [...threadIds],
              },
            },
            advances: [{ stream: mutesStream(userId), version: mutes.version + 1 }],
          },
        ],
      };
    }
    const before = deliveriesOf(deliveries.state);
    const { digestSince: _since, ...after } = changed(before, change);
    if (JSON.stringify({ ...after, digestSince: before.digestSince }) === JSON.stringify(before)) return { events: [] };
    const value = { userId, ...after, mailKinds: [...after.mailKinds], pushKinds: [...after.pushKinds] };
    return {
      events: [
        {
          event: { $case: 'deliveriesSet', value },
          advances: [{ stream: deliveriesStream(userId), version: deliveries.version + 1 }],
        },
      ],
    };
  },
  *answer() {
    return null;
  },
};
