import { isId, type Actor } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { isRefusal, type Tables } from '../access/tables.ts';
import { conflict, notFound, refuses } from '../refusals.ts';
import type { AutomationsStore } from '../store.ts';
import { createFindWebhook } from '../webhooks/http.ts';
import type { Delivery } from './evolve.ts';
import { keptMs, type DeliveryPayloads } from './payloads.ts';
import { lineId, logFrom, type DeliveryLine } from './projection.ts';
import { mostTries } from './tries.ts';

const tag = 'Webhooks';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const params = z.strictObject({ id });
const ofDelivery = z.strictObject({ id, deliveryId: id });
/** Deliveries that are sent again by one request. */
const mostAgain = 1_000;

const shared = {
  id: z.string().meta({ description: 'The `webhook-id`: the same at each try.' }),
  type: z.string().meta({ description: 'record.created, record.updated or record.deleted.' }),
  recordId: z.string(),
  recordLabel: z.string().meta({ description: 'Empty where it has no name that you may see.' }),
  sequence: z.number(),
  at: z.string().meta({ description: 'When it happened.' }),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number().meta({ description: `All of them. It is tried ${mostTries} times in 24 hours.` }),
  triedAt: z.string().nullable(),
  nextAt: z.string().nullable().meta({ description: 'When it is tried again; null for its turn, or not at all.' }),
  status: z.number().nullable().meta({ description: 'What was answered last; null where nothing was.' }),
  code: z.string().nullable().meta({ description: 'Why nothing was answered.' }),
  tookMs: z.number().nullable(),
};
const lineSchema = z.strictObject(shared).meta({ id: 'WebhookDelivery' });
const detailSchema = z
  .strictObject({
    ...shared,
    hidden: z.boolean().meta({ description: 'What is sent is its owner’s to read.' }),
    body: z.string().nullable().meta({ description: 'What is sent, byte for byte. Null after 30 days.' }),
    answer: z.string().nullable().meta({ description: 'The first 2,000 characters of the last answer.' }),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
const again = z.strictObject({ count: z.number() });

const time = (at: number): string => new Date(at).toISOString();
const timeOrNull = (at: number): string | null => (at === 0 ? null : time(at));
const wire = (one: Delivery, label: string) => ({
  id: one.id,
  type: `record.${one.kind}`,
  recordId: one.recordId,
  recordLabel: label,
  sequence: one.sequence,
  at: time(one.at),
  state: one.state,
  tries: one.tries,
  triedAt: timeOrNull(one.triedAt),
  nextAt: timeOrNull(one.nextAt),
  status: one.status === 0 ? null : one.status,
  code: one.code === '' ? null : one.code,
  tookMs: one.tries === 0 ? null : one.tookMs,
});

type Ports = Pick<ServicePorts, 'documents' | 'clock'> & {
  readonly store: AutomationsStore;
  readonly tables: Tables;
  readonly sent: DeliveryPayloads;
  readonly send: (organizationId: string, webhookId: string) => void;
};

/** The log of what webhooks told, and what has it told again. */
export const deliveryRoutes = (ports: Ports): RouteSet => {
  const { documents, store, tables, sent, clock, send } = ports;
  const find = createFindWebhook(ports);

  const one = async (actor: Actor, webhookId: string, deliveryId: string): Promise<Delivery> => {
    const found = await documents.get<Delivery>(actor.organizationId, 'deliveries', deliveryId);
    if (found?.webhookId !== webhookId) throw notFound('delivery_not_found');
    return found;
  };
  /** What the records of some deliveries are called for whoever asks; nothing where they may not open the table. */
  const labels = async (actor: Actor, all: readonly Delivery[]): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    for (const tableId of new Set(all.map((delivery) => delivery.tableId))) {
      const ids = new Set(all.flatMap((delivery) => (delivery.tableId === tableId ? [delivery.recordId] : [])));
      const named = await tables.names(actor, tableId, [...ids]).catch((error: unknown) => {
        if (isRefusal(error)) return new Map<string, string>();
        throw error;
      });
      for (const [recordId, label] of named) found.set(recordId, label);
    }
    return found;
  };

  return [
    route({
      method: 'get',
      path: '/v3/webhooks/{id}/deliveries',
      tag,
      summary: 'What a webhook told in the last 30 days, the newest first',
      description: 'Pass `next` as `after` for the next page. `open` leaves out what was delivered.',
      access: 'api',
      allows: 'automations.manage',
      params,
      query: z.strictObject({
        after: z.string().max(60).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        open: z.enum(['true', 'false']).default('false'),
      }),
      refuses: refuses('webhook_not_found'),
      responses: { 200: z.strictObject({ deliveries: z.array(lineSchema), next: z.string().nullable() }) },
      handle: async ({ actor, params: { id: webhookId }, query: { after, limit, open } }) => {
        await find(actor, webhookId);
        const where = open === 'true' ? { open: webhookId } : { webhookId };
        const { organizationId } = actor;
        const found = await documents.find<DeliveryLine>(organizationId, 'deliverylog', where, limit, after);
        // What was sent is kept so long, and the log with it.
        const oldest = clock() - keptMs;
        const lines = found.filter(({ delivery }) => delivery.at >= oldest);
        const deliveries = lines.map(({ delivery }) => delivery);
        const names = await labels(actor, deliveries);
        return {
          body: {
            deliveries: deliveries.map((delivery) => wire(delivery, names.get(delivery.recordId) ?? '')),
            next: lines.length === limit ? (lines.at(-1)?.id ?? null) : null,
          },
        };
      },
    }),
    route({
      method: 'get',
      path: '/v3/webhooks/{id}/deliveries/{deliveryId}',
      tag,
      summary: 'A delivery with what is sent and what was answered',
      description: 'What is sent is told to the owner of the webhook and to administrators, and kept for 30 days.',
      access: 'api',
      allows: 'automations.manage',
      params: ofDelivery,
      refuses: refuses('webhook_not_found', 'delivery_not_found'),
      responses: { 200: detailSchema },
      handle: async ({ actor, params: { id: webhookId, deliveryId } }) => {
        const { ownerId } = await find(actor, webhookId);
        const delivery = await one(actor, webhookId, deliveryId);
        const mayRead = can(actor, 'automations.change', ownerId).allow;
        const { organizationId } = actor;
        const [names, kept, answer] = await Promise.all([
          labels(actor, [delivery]),
          mayRead ? sent.get(organizationId, deliveryId) : undefined,
          mayRead ? sent.getAnswer(organizationId, deliveryId) : undefined,
        ]);
        return {
          body: {
            ...wire(delivery, names.get(delivery.recordId) ?? ''),
            hidden: !mayRead,
            body: kept?.body ?? null,
            answer: answer?.body ?? null,
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/webhooks/{id}/deliveries/{deliveryId}/redeliver',
      tag,
      summary: 'Send a delivery again',
      description: 'With the same id and content. Where the webhook is off or paused it waits.',
      access: 'api',
      allows: 'automations.change',
      params: ofDelivery,
      body: z.strictObject({}),
      refuses: refuses('webhook_not_found', 'delivery_not_found', 'webhooks.payload_gone'),
      responses: { 202: again },
      handle: async ({ actor, params: { id: webhookId, deliveryId }, meta }) => {
        const { ownerId } = await find(actor, webhookId);
        requireRight(actor, 'automations.change', ownerId);
        await one(actor, webhookId, deliveryId);
        if ((await sent.get(actor.organizationId, deliveryId)) === undefined) throw conflict('webhooks.payload_gone');
        const payload = { webhookId, deliveryIds: [deliveryId] };
        const { answer } = await store.execute({ type: 'reopenDeliveries', payload }, meta);
        send(actor.organizationId, webhookId);
        return { status: 202, body: { count: answer } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/webhooks/{id}/replay',
      tag,
      summary: 'Send again what happened since a moment',
      description:
        'In order for each record, with the same ids, up to 1,000 and 30 days back. With `failed` only what was not delivered.',
      access: 'api',
      allows: 'automations.change',
      params,
      body: z.strictObject({ since: z.iso.datetime({ offset: true }), failed: z.boolean().default(false) }),
      cost: 10,
      refuses: refuses('webhook_not_found', 'webhooks.too_many_again'),
      responses: { 202: again },
      handle: async ({ actor, params: { id: webhookId }, body: { since, failed }, meta }) => {
        const { ownerId } = await find(actor, webhookId);
        requireRight(actor, 'automations.change', ownerId);
        const { organizationId } = actor;
        const from = Math.max(Date.parse(since), clock() - keptMs);
        const where = failed ? { open: webhookId } : { webhookId };
        // The newest stand first; those at `from` and later have smaller ids than this.
        const end = logFrom(from - 1);
        const lines = await documents.find<DeliveryLine>(organizationId, 'deliverylog', where, mostAgain + 1);
        const found = lines.filter(({ delivery }) => lineId(delivery) < end);
        if (found.length > mostAgain) throw conflict('webhooks.too_many_again');
        if (found.length === 0) return { status: 202, body: { count: 0 } };
        const payload = { webhookId, deliveryIds: found.map(({ delivery }) => delivery.id) };
        const { answer } = await store.execute({ type: 'reopenDeliveries', payload }, meta);
        send(organizationId, webhookId);
        return { status: 202, body: { count: answer } };
      },
    }),
  ];
};
