import { read, type Actor, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { event, webhookStream, type AutomationsEvent } from '../events.ts';
import { notFound, rejection } from '../refusals.ts';
import type { Settings, Webhook } from './evolve.ts';

type Known = Snapshot<Webhook | undefined>;
type Named = { readonly webhookId: string };
/** What commands answer: the webhook is read from the model. */
type Done = { readonly id: string };
type Handler<C extends Named> = CommandHandler<C, Known, AutomationsEvent, Done>;

function* done({ webhookId }: Named): Loading<Done> {
  return { id: webhookId };
}
const loadWebhook = ({ webhookId }: Named): Loading<Known> =>
  read.snapshot<Webhook | undefined>(webhookStream(webhookId));

/** The webhook as somebody may change it: its owner and administrators, because it tells what its owner may read. */
const changeable = (actor: Actor, { state }: Known): Webhook => {
  if (state === undefined || state.deleted !== undefined || !can(actor, 'automations.manage').allow)
    throw notFound('webhook_not_found');
  requireRight(actor, 'automations.change', state.ownerId);
  return state;
};

const advanced = (
  { version }: Known,
  webhookId: string,
  ...events: readonly AutomationsEvent[]
): readonly DecidedEvent<AutomationsEvent>[] =>
  events.map((one, at) => ({
    event: one,
    advances: [{ stream: webhookStream(webhookId), version: version + at + 1 }],
  }));

const same = (a: Settings, b: Settings): boolean =>
  a.label === b.label &&
  a.url === b.url &&
  a.tableId === b.tableId &&
  a.events.join() === b.events.join() &&
  a.fieldIds.join() === b.fieldIds.join();

/** Makes a webhook, which belongs to whoever makes it. */
export const createWebhook: Handler<Named & { readonly settings: Settings; readonly active: boolean }> = {
  load: loadWebhook,
  decide: ({ webhookId, settings, active }, known, { meta }) => {
    requireRight(meta.actor, 'automations.manage');
    if (known.state !== undefined) return { events: [] };
    const made = event('webhookCreated', { webhookId, settings, ownerId: userOf(meta.actor), active });
    return { events: advanced(known, webhookId, made) };
  },
  answer: done,
};

/** Changes what it tells and where, and whether it does; one that was paused goes on where it is to be on. */
export const changeWebhook: Handler<
  Named & { readonly settings: Settings; readonly active: boolean; readonly revision?: number | undefined }
> = {
  load: loadWebhook,
  decide: ({ webhookId, settings, active, revision }, known, { meta }) => {
    const webhook = changeable(meta.actor, known);
    if (revision !== undefined && revision !== known.version)
      throw rejection('stale', 'webhooks.stale', { revision: known.version });
    const { settings: before, paused } = webhook;
    const turns = active !== (webhook.active !== undefined) || (active && paused !== undefined);
    return {
      events: advanced(
        known,
        webhookId,
        ...(same(settings, before) ? [] : [event('webhookChanged', { webhookId, settings, before })]),
        ...(turns ? [event('webhookSwitched', { webhookId, active, reason: '' })] : []),
      ),
    };
  },
  answer: done,
};

/** The service switches it off, with the reason that its people read. */
export const stopWebhook: Handler<Named & { readonly reason: string }> = {
  load: loadWebhook,
  decide: ({ webhookId, reason }, known, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (known.state?.active === undefined) return { events: [] };
    return { events: advanced(known, webhookId, event('webhookSwitched', { webhookId, active: false, reason })) };
  },
  answer: done,
};

/** Says that there is a new secret, which is put into the vault behind it. */
export const makeWebhookSecret: Handler<Named> = {
  load: loadWebhook,
  decide: ({ webhookId }, known, { meta }) => {
    changeable(meta.actor, known);
    return { events: advanced(known, webhookId, event('webhookSecretMade', { webhookId })) };
  },
  answer: done,
};

/** Takes it away, with what it had to tell; undo brings both back. */
export const deleteWebhook: Handler<Named> = {
  load: loadWebhook,
  decide: ({ webhookId }, known, { meta }) => {
    const { settings } = changeable(meta.actor, known);
    return { events: advanced(known, webhookId, event('webhookDeleted', { webhookId, label: settings.label })) };
  },
  answer: done,
};
