import { read, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import { deliveryStream, event, webhookStream, type AutomationsEvent, type EventOf } from '../events.ts';
import { notFound } from '../refusals.ts';
import { sends, type Webhook } from '../webhooks/evolve.ts';
import type { Delivery } from './evolve.ts';

type Known = Snapshot<Delivery | undefined>;
type KnownWebhook = Snapshot<Webhook | undefined>;
type Handler<C, A, S> = CommandHandler<C, S, AutomationsEvent, A>;

const loadDelivery = (id: string): Loading<Known> => read.snapshot<Delivery | undefined>(deliveryStream(id));
const loadWebhook = (id: string): Loading<KnownWebhook> => read.snapshot<Webhook | undefined>(webhookStream(id));
const advanced = ({ version }: { readonly version: number }, stream: string, one: AutomationsEvent) =>
  ({ event: one, advances: [{ stream, version: version + 1 }] }) satisfies DecidedEvent<AutomationsEvent>;
function* nothing(): Loading<null> {
  return null;
}

/** Notes what is to be told, each change of a record once whatever is asked for again. */
export const queueDeliveries: Handler<
  { readonly deliveries: readonly EventOf<'deliveryQueued'>[] },
  null,
  readonly Known[]
> = {
  merges: true,
  *load({ deliveries }) {
    const found: Known[] = [];
    for (const { deliveryId } of deliveries) found.push(yield* loadDelivery(deliveryId));
    return found;
  },
  decide: ({ deliveries }, loaded, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: deliveries.flatMap((one, at) =>
        loaded[at]!.state === undefined
          ? [advanced(loaded[at]!, deliveryStream(one.deliveryId), event('deliveryQueued', one))]
          : [],
      ),
    };
  },
  answer: nothing,
};

/** Says what came of a try, and pauses the webhook where that is what it means. */
export const tryDelivery: Handler<
  EventOf<'deliveryTried'> & { readonly pause: string },
  null,
  { readonly delivery: Known; readonly webhook: KnownWebhook }
> = {
  *load({ deliveryId, webhookId }) {
    return { delivery: yield* loadDelivery(deliveryId), webhook: yield* loadWebhook(webhookId) };
  },
  decide: ({ pause, ...tried }, { delivery, webhook }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    const { deliveryId, webhookId, attempt, status, code } = tried;
    // Another process was as far, or further.
    if (delivery.state?.state !== 'waiting' || attempt !== delivery.state.tries + 1) return { events: [] };
    const events = [advanced(delivery, deliveryStream(deliveryId), event('deliveryTried', tried))];
    if (pause === '' || webhook.state === undefined || !sends(webhook.state)) return { events };
    const userIds = [webhook.state.ownerId];
    const paused = event('webhookPaused', { webhookId, reason: pause, status, code, deliveryId, userIds });
    return { events: [...events, advanced(webhook, webhookStream(webhookId), paused)] };
  },
  answer: nothing,
};

/** Has deliveries sent again, with their ids of before. Answers how many. */
export const reopenDeliveries: Handler<
  { readonly webhookId: string; readonly deliveryIds: readonly string[] },
  number,
  { readonly webhook: KnownWebhook; readonly deliveries: readonly Known[] }
> = {
  *load({ webhookId, deliveryIds }) {
    const deliveries: Known[] = [];
    for (const id of deliveryIds) deliveries.push(yield* loadDelivery(id));
    return { webhook: yield* loadWebhook(webhookId), deliveries };
  },
  decide: ({ webhookId, deliveryIds }, { webhook: { state: webhook }, deliveries }, { meta }) => {
    if (webhook === undefined || webhook.deleted !== undefined || !can(meta.actor, 'automations.manage').allow)
      throw notFound('webhook_not_found');
    requireRight(meta.actor, 'automations.change', webhook.ownerId);
    return {
      events: deliveryIds.map((deliveryId, at) => {
        const known = deliveries[at]!;
        if (known.state?.webhookId !== webhookId) throw notFound('delivery_not_found');
        return advanced(known, deliveryStream(deliveryId), event('deliveryReopened', { deliveryId, webhookId }));
      }),
    };
  },
  *answer(_command, events) {
    return events.length;
  },
};
