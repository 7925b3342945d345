import type { ModelOp, Projection } from '@tessera/kernel';
import type { AutomationsEvent } from '../events.ts';
import { deliveryAggregate, type Delivery } from './evolve.ts';

/** With the webhook and the record that it is about. */
export type DeliveryDocument = Delivery & { readonly about: string };
export const aboutOf = ({ webhookId, recordId }: Pick<Delivery, 'webhookId' | 'recordId'>): string =>
  `${webhookId}:${recordId}`;
/** A line of the log of a webhook, the newest first by its id. */
export type DeliveryLine = {
  readonly id: string;
  readonly webhookId: string;
  /** The webhook's id until it was delivered. */
  readonly open: string;
  readonly delivery: Delivery;
};
/** What is to be sent, in the order in which it happened. */
export type Outgoing = {
  readonly id: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly recordId: string;
  readonly nextAt: number;
};

const latest = 9_999_999_999_999;
const padded = (value: number): string => String(value).padStart(13, '0');

/** Where the log of a webhook begins that has what happened at `at` or later; what lies behind it is older. */
export const logFrom = (at: number): string => padded(latest - at);
export const lineId = ({ at, sequence, id }: Delivery): string => `${logFrom(at)}.${padded(latest - sequence)}.${id}`;
const outgoingId = ({ at, sequence, id }: Delivery): string => `${padded(at)}.${padded(sequence)}.${id}`;

export const deliveriesModel: Projection<AutomationsEvent> = {
  name: 'deliveries',
  version: 1,
  project: (event, context, state) => {
    if (!event.$case.startsWith('delivery')) return [];
    const [advance] = context.advances;
    if (advance === undefined) return [];
    const known = (state(advance.stream) as Delivery | undefined) ?? deliveryAggregate.initial;
    const delivery = deliveryAggregate.evolve(known, event, context);
    if (delivery === undefined) return [];
    const { id, webhookId, recordId, nextAt } = delivery;
    const document: DeliveryDocument = { ...delivery, about: aboutOf(delivery) };
    const line: DeliveryLine = {
      id: lineId(delivery),
      webhookId,
      open: delivery.state === 'delivered' ? '' : webhookId,
      delivery,
    };
    const outgoing: Outgoing = { id: outgoingId(delivery), webhookId, deliveryId: id, recordId, nextAt };
    const ops: ModelOp[] = [
      { op: 'document.put', collection: 'deliveries', id, document },
      { op: 'document.put', collection: 'deliverylog', id: line.id, document: line },
    ];
    return [
      ...ops,
      delivery.state === 'waiting'
        ? { op: 'document.put', collection: 'outgoing', id: outgoing.id, document: outgoing }
        : { op: 'document.delete', collection: 'outgoing', id: outgoing.id },
    ];
  },
};
