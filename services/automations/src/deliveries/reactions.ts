import { findAll } from '@tessera/document-store/pages';
import type { Reaction } from '@tessera/event-store';
import type { Actor, EventContext } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { isRefusal, type RecordValues, type Tables } from '../access/tables.ts';
import type { EventOf } from '../events.ts';
import { idOf } from '../named.ts';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { WebhookDocument } from '../webhooks/projection.ts';
import { kindOf, partsOf, placesOf, sequenceOf, tells, type Body, type RecordsEvent } from './bodies.ts';
import type { DeliveryPayloads } from './payloads.ts';
import { aboutOf, type DeliveryDocument } from './projection.ts';

/** What is older is not told: a service that is new here reads logs from their beginning. */
const staleMs = 7 * 24 * 3_600_000;
/** So long a paused webhook keeps what it has to tell; then it goes off. */
const keepsMs = 7 * 24 * 3_600_000;
/** Deliveries of one commit of ours. */
const atOnce = 200;

type Ports = Pick<ServicePorts, 'clock' | 'documents'> & {
  readonly store: AutomationsStore;
  readonly tables: Tables;
  readonly directory: Directory;
  readonly sent: DeliveryPayloads;
  readonly send: (organizationId: string, webhookId: string) => void;
};

/** Changes of records become deliveries of the webhooks that tell of them: one for each record, once for an event. */
export const deliveryReactions = ({
  store,
  documents,
  tables,
  directory,
  sent,
  clock,
  send,
}: Ports): readonly Reaction[] => {
  /** Those of some records that a webhook told of. */
  const toldOf = async ({ organizationId }: Actor, webhookId: string, ids: readonly string[]) => {
    const told: string[] = [];
    for (const recordId of ids) {
      const where = { about: aboutOf({ webhookId, recordId }) };
      const [known] = await documents.find<DeliveryDocument>(organizationId, 'deliveries', where, 1);
      if (known !== undefined) told.push(recordId);
    }
    return told;
  };

  /** The records of an event with what the owner may read of them; of those that are gone their ids. */
  const readOf = async (owner: Actor, webhookId: string, event: RecordsEvent, places: readonly number[]) => {
    const { tableId, recordIds } = event.value;
    const ids = places.map((place) => recordIds[place]!);
    try {
      if (event.$case === 'recordsDeleted') {
        // Who sees only some of the records hears of the end of those that were told before.
        const told = (await tables.isNarrow(owner, tableId)) ? await toldOf(owner, webhookId, ids) : ids;
        return { fields: [], values: told.map((id) => ({ id })) };
      }
      const { fields, records } = await tables.readRows(owner, tableId, ids);
      const values: RecordValues[] = records.map((one) => one.values);
      const known = new Set(values.map(({ id }) => id));
      const gone = ids.filter((id) => !known.has(id));
      // Of a record that went away since, the event says what it was; who sees only some may not be told.
      if (gone.length > 0 && !(await tables.isNarrow(owner, tableId))) values.push(...gone.map((id) => ({ id })));
      return { fields, values };
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };

  const queue = async (webhook: WebhookDocument, event: RecordsEvent, context: EventContext): Promise<void> => {
    const { organizationId, commitId, index, time: at } = context;
    const { id: webhookId, ownerId, settings, paused } = webhook;
    const stop = async (reason: 'owner' | 'table' | 'kept'): Promise<void> => {
      await store.execute({ type: 'stopWebhook', payload: { webhookId, reason } }, asSystem(organizationId, commitId));
    };
    if (paused !== undefined && paused.at < clock() - keepsMs) return stop('kept');
    const places = placesOf(settings, event);
    if (places.length === 0) return;
    const owner = await directory.present({ organizationId, userId: ownerId });
    if (owner === undefined) return stop('owner');
    const found = await readOf(owner, webhookId, event, places);
    if (found === undefined) return stop('table');
    const parts = partsOf(event, found.fields);
    const values = new Map<string, RecordValues>(found.values.map((one) => [one.id, one]));
    const eventId = `${commitId}.${index}`;
    const { tableId, recordIds } = event.value;
    const kind = kindOf[event.$case];
    const made = places.flatMap((place) => {
      const recordId = recordIds[place]!;
      const record = values.get(recordId);
      if (record === undefined) return [];
      const sequence = sequenceOf(event, place);
      const deliveryId = idOf('delivery', organizationId, webhookId, eventId, recordId);
      const queued: EventOf<'deliveryQueued'> = {
        deliveryId,
        webhookId,
        kind,
        tableId,
        recordId,
        sequence,
        eventId,
        at,
      };
      const named = { id: deliveryId, type: `record.${kind}`, at: new Date(at).toISOString() } as const;
      const body: Body = { ...named, sequence, tableId, ...parts(place, record) };
      return [{ queued, body: JSON.stringify(body) }];
    });
    for (let from = 0; from < made.length; from += atOnce) {
      const some = made.slice(from, from + atOnce);
      for (const { queued, body } of some) await sent.put(organizationId, queued.deliveryId, { body });
      const payload = { deliveries: some.map(({ queued }) => queued) };
      await store.execute({ type: 'queueDeliveries', payload }, asSystem(organizationId, commitId));
    }
    if (made.length > 0) send(organizationId, webhookId);
  };

  return [
    {
      name: 'automations.webhooks',
      source: 'tables',
      types: ['recordsCreated', 'cellsChanged', 'recordsDeleted'],
      handle: async (one, context) => {
        if (context.time < clock() - staleMs) return;
        const event = one as RecordsEvent;
        const where = { hears: event.value.tableId };
        const { organizationId, time } = context;
        const all = await findAll<WebhookDocument>(documents, organizationId, 'webhooks', where, ({ id }) => id);
        for (const webhook of all)
          if (webhook.active !== undefined && webhook.active.at <= time && tells(webhook.settings, event))
            await queue(webhook, event, context);
      },
    },
  ];
};
