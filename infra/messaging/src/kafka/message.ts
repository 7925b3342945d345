import { openRawCommit, type OpenedCommit, type RawCommit } from '@tessera/event-store';
import { StoredCommit } from '@tessera/proto/commit/v1/commit';
import { Partitioners, type KafkaMessage, type Message } from 'kafkajs';
import { rootOf } from '@tessera/kernel';

/** The topic of a service's commits. `prefix` keeps installations on one broker apart; '' for the only one. */
export const topicOf = (prefix: string, service: string): string => `${prefix}tessera.${service}.commits`;

const keyOf = (organizationId: string, root: string): string => `${organizationId}/${root}`;
const partitioner = Partitioners.DefaultPartitioner();
/** The partition of a lane: what the producer chooses and a consumer asks its own share by. */
export const partitionOf = (organizationId: string, root: string, partitions: number): number =>
  partitioner({
    topic: '',
    message: { key: keyOf(organizationId, root), value: null },
    partitionMetadata: Array.from({ length: partitions }, (_, partitionId) => ({
      partitionId,
      leader: 0,
      partitionErrorCode: 0,
      replicas: [],
      isr: [],
    })),
  });

/** The roots that a commit advanced, in the order of its events; one of '' for a commit without events. */
export const rootsOf = (opened: OpenedCommit): readonly string[] => {
  const roots = new Set(opened.events.map((event) => rootOf(event.context.advances[0]?.stream ?? '')));
  return roots.size === 0 ? [''] : [...roots];
};

/**
 * One commit as it arrives, for one of the roots that it advanced: a commit of several goes once under the key of each,
 * because each is ordered by its own partition. `previous` is the position of the last commit before it with this root,
 * 0 if there was none: who lacks that one lacks a part.
 */
export type Arrival = {
  readonly organizationId: string;
  readonly position: number;
  /** The log's epoch when it was sent; the commit itself may be older. */
  readonly epoch: number;
  readonly root: string;
  readonly of: number;
  readonly previous: number;
  readonly types: readonly string[];
  /** Opens the stored bytes; throws when they are damaged. */
  open(): OpenedCommit;
};

export type Departure = Omit<Arrival, 'open' | 'types'>;

export const encodeArrival = (departure: Departure, raw: RawCommit, opened: OpenedCommit): Message => ({
  key: keyOf(departure.organizationId, departure.root),
  value: Buffer.from(
    StoredCommit.encode({
      header: raw.header,
      body: raw.body,
      encoding: raw.encoding,
      checksum: raw.checksum,
    }).finish(),
  ),
  headers: {
    organization: departure.organizationId,
    position: String(departure.position),
    epoch: String(departure.epoch),
    root: departure.root,
    roots: String(departure.of),
    previous: String(departure.previous),
    types: [...new Set(opened.events.map((event) => event.type))].join(','),
    ...(opened.header.trace !== undefined && { traceparent: opened.header.trace }),
  },
});

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(Array.isArray(value) ? value[0] : value);
const numberOf = (value: unknown): number => {
  const number = Number(textOf(value) || 'NaN');
  if (!Number.isSafeInteger(number) || number < 0) throw new Error('a message without its place');
  return number;
};

/** Throws when a message is none of ours. */
export const decodeArrival = (
  service: string,
  { headers = {}, value }: Pick<KafkaMessage, 'headers' | 'value'>,
): Arrival => {
  const organizationId = textOf(headers['organization']);
  if (organizationId === '' || value === null) throw new Error('a message without its place');
  const types = textOf(headers['types']);
  let opened: OpenedCommit | undefined;
  return {
    organizationId,
    position: numberOf(headers['position']),
    epoch: numberOf(headers['epoch']),
    root: textOf(headers['root']),
    of: numberOf(headers['roots']),
    previous: numberOf(headers['previous']),
    types: types === '' ? [] : types.split(','),
    open: () => (opened ??= openRawCommit(service, StoredCommit.decode(value))),
  };
};

/** The same commit as the source itself hands it out, once for each root. */
export const arrivalsOf = (service: string, raw: RawCommit, epoch: number): readonly Arrival[] => {
  const opened = openRawCommit(service, raw);
  const roots = rootsOf(opened);
  const types = [...new Set(opened.events.map((event) => event.type))];
  return roots.map((root) => ({
    organizationId: raw.organizationId,
    position: raw.position,
    epoch,
    root,
    of: roots.length,
    previous: 0,
    types,
    open: () => opened,
  }));
};
