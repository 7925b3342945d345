import { findAll } from '@tessera/document-store/pages';
import { isId, newId, type Actor } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Tables } from '../access/tables.ts';
import type { DeliveryLine, Outgoing } from '../deliveries/projection.ts';
import { conflict, invalid, notFound, refuses } from '../refusals.ts';
import type { AutomationsStore } from '../store.ts';
import { revisionOf } from '../automations/http.ts';
import type { Settings } from './evolve.ts';
import type { WebhookDocument } from './projection.ts';
import type { Secrets } from './secrets.ts';

const tag = 'Webhooks';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const params = z.strictObject({ id });
const etag = 'The revision of the webhook: it rises with each change of it.';
const events = ['created', 'updated', 'deleted'] as const;
const mostWebhooks = 100;
/** Waiting deliveries are counted up to here. */
const mostCounted = 1_000;

const body = z.strictObject({
  label: z.string().trim().min(1).max(120),
  url: z.string().trim().min(1).max(2_000).meta({ description: 'http or https, without a password.' }),
  tableId: id,
  events: z
    .array(z.enum(events))
    .min(1)
    .max(3)
    .refine((all) => new Set(all).size === all.length, 'names an event twice'),
  fieldIds: z
    .array(id)
    .max(100)
    .default([])
    .meta({ description: 'Of `updated`: only where one of these changed. Empty for any.' }),
  active: z.boolean().default(true),
});

const time = (at: number): string => new Date(at).toISOString();
const shared = {
  id: z.string(),
  label: z.string(),
  url: z.string(),
  tableId: z.string(),
  events: z.array(z.enum(events)),
  fieldIds: z.array(z.string()),
  active: z.boolean(),
  offReason: z
    .string()
    .nullable()
    .meta({ description: '`owner`, `table` or `kept` (paused for 7 days), where it went off by itself.' }),
  paused: z
    .strictObject({
      at: z.string(),
      reason: z.string().meta({ description: '`exhausted` (8 tries in 24 hours), `gone` (410) or `address`.' }),
      status: z.number().nullable().meta({ description: 'What was answered last; null where nothing was.' }),
      code: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'It keeps what it has to tell until it is switched on again, or for 7 days.' }),
  ownerId: z.string().meta({ description: 'With whose rights records are read that it tells of.' }),
  canChange: z.boolean(),
  waiting: z.number().meta({ description: `Deliveries that wait, counted up to ${mostCounted}.` }),
  lastDelivery: z
    .strictObject({ at: z.string(), state: z.string(), status: z.number().nullable() })
    .nullable()
    .meta({ description: 'The newest event that it tells of.' }),
  revision: z.number(),
};
const entrySchema = z.strictObject(shared).meta({ id: 'WebhookEntry' });
const webhookSchema = z
  .strictObject({
    ...shared,
    oldSecretUntil: z.string().nullable().meta({ description: 'Until then the secret of before signs as well.' }),
  })
  .meta({ id: 'Webhook' });
const withSecret = z
  .strictObject({
    ...shared,
    oldSecretUntil: z.string().nullable(),
    secret: z.string().meta({ description: 'Keep it: it is shown in this answer only.' }),
  })
  .meta({ id: 'WebhookWithSecret' });

export type WebhookPorts = Pick<ServicePorts, 'documents'> & {
  readonly store: AutomationsStore;
  readonly tables: Tables;
  readonly secrets: Secrets;
  readonly send: (organizationId: string, webhookId: string) => void;
};

/** Finds one for whoever manages automations. */
export const createFindWebhook =
  ({ documents }: Pick<ServicePorts, 'documents'>) =>
  async (actor: Actor, webhookId: string): Promise<WebhookDocument> => {
    const found = await documents.get<WebhookDocument>(actor.organizationId, 'webhooks', webhookId);
    if (found === undefined || found.deleted !== undefined || !can(actor, 'automations.manage').allow)
      throw notFound('webhook_not_found');
    return found;
  };

const checkedUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb) throw invalid('webhooks.url_wrong');
  return url.href;
};

/** Webhooks: what happens in a table is told to an address, signed as Standard Webhooks are. */
export const webhookRoutes = (ports: WebhookPorts): RouteSet => {
  const { documents, store, tables, secrets, send } = ports;
  const find = createFindWebhook(ports);

  const wire = async (actor: Actor, webhook: WebhookDocument) => {
    const { organizationId } = actor;
    const { id: webhookId, settings, active, offReason, paused, ownerId, revision } = webhook;
    const [waiting, [last]] = await Promise.all([
      documents.find<Outgoing>(organizationId, 'outgoing', { webhookId }, mostCounted),
      documents.find<DeliveryLine>(organizationId, 'deliverylog', { webhookId }, 1),
    ]);
    const { label, url, tableId, fieldIds } = settings;
    return {
      id: webhookId,
      label,
      url,
      tableId,
      events: events.filter((one) => settings.events.includes(one)),
      fieldIds: [...fieldIds],
      active: active !== undefined,
      offReason: offReason === '' ? null : offReason,
      paused:
        paused === undefined
          ? null
          : {
              at: time(paused.at),
              reason: paused.reason,
              status: paused.status === 0 ? null : paused.status,
              code: paused.code === '' ? null : paused.code,
            },
      ownerId,
      canChange: can(actor, 'automations.change', ownerId).allow,
      waiting: waiting.length,
      lastDelivery:
        last === undefined
          ? null
          : {
              at: time(last.delivery.at),
              state: last.delivery.state,
              status: last.delivery.status === 0 ? null : last.delivery.status,
            },
      revision,
    };
  };
  const whole = async (actor: Actor, webhookId: string) => {
    const webhook = await find(actor, webhookId);
    const until = await secrets.overlap(actor.organizationId, webhookId);
    return { ...(await wire(actor, webhook)), oldSecretUntil: until === undefined ? null : time(until) };
  };
  const headersOf = (revision: number, commitId: string | undefined) => ({
    etag: `"${revision}"`,
    ...(commitId !== undefined && { 'tessera-commit': commitId }),
  });
  const answered = async (actor: Actor, webhookId: string, commitId?: string) => {
    const found = await whole(actor, webhookId);
    return { body: found, headers: headersOf(found.revision, commitId) };
  };
  const told = async (actor: Actor, webhookId: string, secret: string, status: number, commitId?: string) => {
    const found = await whole(actor, webhookId);
    return { status, body: { ...found, secret }, headers: headersOf(found.revision, commitId) };
  };

  /** Settings that hold: the table and the fields are there for whoever's rights it tells with. */
  const checked = async (actor: Actor, sent: z.output<typeof body>): Promise<Settings> => {
    const { label, url, tableId, events: of, fieldIds } = sent;
    const settings = {
      label,
      url: checkedUrl(url),
      tableId,
      events: events.filter((one) => of.includes(one)),
      fieldIds,
    };
    const fields = (await tables.known(actor, [tableId])).get(tableId);
    if (fields === undefined) throw invalid('webhooks.table_missing');
    const missing = fieldIds.filter((one) => !fields.some((field) => field.id === one));
    if (missing.length > 0) throw invalid('webhooks.field_missing', { fieldIds: missing });
    return settings;
  };
  const ofBody = refuses('webhooks.field_missing', 'webhooks.table_missing', 'webhooks.url_wrong');
  const ofOne = refuses('webhook_not_found');

  return [
    route({
      method: 'get',
      path: '/v3/webhooks',
      tag,
      summary: 'The webhooks of the organization, by name',
      description:
        'With the newest event that each tells of, and how many deliveries wait. Secrets are in no answer but the one that made them.',
      access: 'api',
      allows: 'automations.manage',
      responses: { 200: z.strictObject({ webhooks: z.array(entrySchema) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'automations.manage');
        const all = await findAll<WebhookDocument>(documents, actor.organizationId, 'webhooks', {}, (one) => one.id);
        const webhooks = await Promise.all(
          all.filter(({ deleted }) => deleted === undefined).map((one) => wire(actor, one)),
        );
        const sorted = webhooks.toSorted((a, b) => a.label.localeCompare(b.label, 'en') || (a.id < b.id ? -1 : 1));
        return { body: { webhooks: sorted } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/webhooks',
      tag,
      etag,
      secret: true,
      summary: 'Make a webhook',
      description:
        'Each change of a record of the table is sent to the address by POST, with the fields that you may read: `{id, type, at, sequence, tableId, record, before?}`. `sequence` rises with each change of a record, also with those that are not told. Of a record that went away before it was read, `fields` are those of the event. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks: HMAC-SHA256 over `{id}.{timestamp}.{body}` with the secret behind `whsec_`, which is base64. The same id may come again: skip one that you have seen. Any answer but 2xx is a no; redirects are not followed. It is tried eight times in 24 hours; later changes of the same record wait. Then the webhook is paused, and keeps what it has to tell.',
      access: 'api',
      allows: 'automations.manage',
      feature: 'lowCode',
      cost: 5,
      body,
      refuses: [...ofBody, ...refuses('webhooks.too_many', 'webhook_not_found')],
      responses: { 201: withSecret },
      handle: async ({ actor, body: sent, meta }) => {
        requireRight(actor, 'automations.manage');
        const { organizationId } = actor;
        const settings = await checked(actor, sent);
        const all = await findAll<WebhookDocument>(documents, organizationId, 'webhooks', {}, (one) => one.id);
        if (all.filter(({ deleted }) => deleted === undefined).length >= mostWebhooks)
          throw conflict('webhooks.too_many');
        const webhookId = newId();
        // It is there before anything is to be signed.
        await secrets.first(organizationId, webhookId);
        const payload = { webhookId, settings, active: sent.active };
        const { answer, commitId } = await store
          .execute({ type: 'createWebhook', payload }, meta)
          .catch(async (error: unknown) => {
            await secrets.forget(organizationId, webhookId);
            throw error;
          });
        // A request that came again made it the first time.
        if (answer.id !== webhookId) await secrets.forget(organizationId, webhookId);
        return told(actor, answer.id, await secrets.first(organizationId, answer.id), 201, commitId);
      },
    }),
    route({
      method: 'get',
      path: '/v3/webhooks/{id}',
      tag,
      etag,
      summary: 'A webhook',
      description:
        'Its ETag is what a change sends as `If-Match`. The secret is not among it: it was shown when it was made.',
      access: 'api',
      allows: 'automations.manage',
      params,
      refuses: ofOne,
      responses: { 200: webhookSchema },
      handle: async ({ actor, params: { id: webhookId } }) => answered(actor, webhookId),
    }),
    route({
      method: 'put',
      path: '/v3/webhooks/{id}',
      tag,
      etag,
      summary: 'Change a webhook, switch it on or off',
      description:
        'One that was paused goes on with what it kept where `active` is true. What happened while it was off is not told. Send the ETag that you saw as `If-Match`.',
      access: 'api',
      allows: 'automations.change',
      feature: 'lowCode',
      params,
      body,
      refuses: [...ofBody, ...refuses('webhook_not_found', 'webhooks.stale', 'request.if_match')],
      responses: { 200: webhookSchema },
      handle: async ({ actor, params: { id: webhookId }, body: sent, meta, headers }) => {
        const { ownerId } = await find(actor, webhookId);
        requireRight(actor, 'automations.change', ownerId);
        const settings = await checked(actor, sent);
        const payload = { webhookId, settings, active: sent.active, revision: revisionOf(headers) };
        const { commitId } = await store.execute({ type: 'changeWebhook', payload }, meta);
        send(actor.organizationId, webhookId);
        return answered(actor, webhookId, commitId);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/webhooks/{id}',
      tag,
      summary: 'Delete a webhook',
      description: 'Nothing is sent any more. It comes back by undo, with its secret and what it had to tell.',
      access: 'api',
      allows: 'automations.change',
      params,
      refuses: ofOne,
      responses: { 204: 'empty' },
      handle: async ({ params: { id: webhookId }, meta }) => {
        const { commitId } = await store.execute({ type: 'deleteWebhook', payload: { webhookId } }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/webhooks/{id}/secret',
      tag,
      etag,
      secret: true,
      summary: 'Make a new secret',
      description: 'For 24 hours the one before it signs as well: `webhook-signature` then has two, apart by a space.',
      access: 'api',
      allows: 'automations.change',
      feature: 'lowCode',
      params,
      body: z.strictObject({}),
      cost: 5,
      refuses: ofOne,
      responses: { 200: withSecret },
      handle: async ({ actor, params: { id: webhookId }, meta }) => {
        const { commitId } = await store.execute({ type: 'makeWebhookSecret', payload: { webhookId } }, meta);
        const secret = await secrets.next(actor.organizationId, webhookId, commitId ?? newId());
        return told(actor, webhookId, secret, 200, commitId);
      },
    }),
  ];
};
