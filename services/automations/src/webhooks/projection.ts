import type { Projection } from '@tessera/kernel';
import type { AutomationsEvent } from '../events.ts';
import { listens, sends, webhookAggregate, type Webhook } from './evolve.ts';

/** The folded state with the version of its stream, found by the table that it hears of and by whether it sends. */
export type WebhookDocument = Webhook & {
  readonly revision: number;
  /** '' while it hears of nothing. */
  readonly hears: string;
  readonly sending: boolean;
};

export const webhooksModel: Projection<AutomationsEvent> = {
  name: 'webhooks',
  version: 1,
  project: (event, context, state) => {
    if (!event.$case.startsWith('webhook')) return [];
    const advance = context.advances.find(({ stream }) => stream.startsWith('webhook:'));
    if (advance === undefined || !('version' in advance)) return [];
    const known = (state(advance.stream) as Webhook | undefined) ?? webhookAggregate.initial;
    const webhook = webhookAggregate.evolve(known, event, context);
    if (webhook === undefined) return [];
    const hears = listens(webhook) ? webhook.settings.tableId : '';
    const document: WebhookDocument = { ...webhook, revision: advance.version, hears, sending: sends(webhook) };
    return [{ op: 'document.put', collection: 'webhooks', id: webhook.id, document }];
  },
};
