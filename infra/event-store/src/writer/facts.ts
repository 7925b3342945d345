import type { Advance, CommandMeta, EventContext, StoredCommit, WriteModule } from '@tessera/kernel';
import type { Advance as StoredAdvance, Header, StoredEvent } from '@tessera/proto/commit/v1/commit';
import { shortHash } from '../log/codec.ts';

/**
 * The id that the outside sees: positions are per organization, so it names a commit only together with the
 * organization.
 */
export const commitIdOf = (service: string, epoch: number, position: number): string =>
  `${service}.${epoch}.${position}`;

/** Epoch and position of an id of this service; undefined for anything else. */
export const parseCommitId = (service: string, id: string): { epoch: number; position: number } | undefined => {
  if (!id.startsWith(`${service}.`)) return undefined;
  const match = /^(\d{1,9})\.(\d{1,15})$/.exec(id.slice(service.length + 1));
  return match ? { epoch: Number(match[1]), position: Number(match[2]) } : undefined;
};

/** Whose idempotency keys these are: one principal's key never answers another's request. */
export const idempotencyKeyHash = (meta: CommandMeta): Uint8Array | undefined =>
  meta.idempotencyKey === undefined
    ? undefined
    : shortHash(`${meta.actor.kind}\0${meta.actor.userId ?? meta.actor.id}\0${meta.idempotencyKey}`);

export const headerOf = (
  meta: CommandMeta,
  commandType: string,
  requestHash: Uint8Array | undefined,
  place: { readonly epoch: number; readonly position: number; readonly time: number; readonly salt: Uint8Array },
): Header => ({
  organizationId: meta.actor.organizationId,
  branch: 0,
  ...place,
  actorKind: meta.actor.kind,
  actorId: meta.actor.id,
  userId: meta.actor.userId ?? '',
  origin: meta.origin,
  operationId: meta.operationId ?? '',
  correlationId: meta.correlationId ?? '',
  causationId: meta.causationId ?? '',
  causationDepth: meta.causationDepth ?? 0,
  runAutomations: meta.runAutomations ?? true,
  idempotencyKey: meta.idempotencyKey ?? '',
  requestHash: requestHash ?? new Uint8Array(0),
  clientTime: meta.clientTime ?? 0,
  commandType,
  requestMeta: meta.request && { ip: meta.request.ip ?? '', userAgent: meta.request.userAgent ?? '' },
  ...(meta.trace !== undefined && { trace: meta.trace }),
});

/**
 * The inverse of headerOf as far as others may see it: no request hash, and an actor without the rights that it had.
 */
export const metaOf = (header: Header): StoredCommit['meta'] => ({
  actor: { kind: header.actorKind, id: header.actorId, ...(header.userId && { userId: header.userId }) },
  origin: header.origin as CommandMeta['origin'],
  ...(header.operationId && { operationId: header.operationId }),
  ...(header.correlationId && { correlationId: header.correlationId }),
  ...(header.causationId && { causationId: header.causationId }),
  ...(header.causationDepth && { causationDepth: header.causationDepth }),
  ...(header.idempotencyKey && { idempotencyKey: header.idempotencyKey }),
  ...(header.clientTime && { clientTime: header.clientTime }),
  ...(header.requestMeta && { request: { ip: header.requestMeta.ip, userAgent: header.requestMeta.userAgent } }),
  runAutomations: header.runAutomations,
});

export const toStoredAdvance = (advance: Advance): StoredAdvance =>
  'ids' in advance
    ? {
        stream: advance.stream,
        version: 0,
        ids: advance.ids as string[],
        versions: (advance.versions ?? []) as number[],
      }
    : { stream: advance.stream, version: advance.version, ids: [], versions: [] };

export const fromStoredAdvance = (advance: StoredAdvance): Advance =>
  advance.ids.length === 0
    ? { stream: advance.stream, version: advance.version }
    : advance.versions.length === 0
      ? { stream: advance.stream, ids: advance.ids }
      : { stream: advance.stream, ids: advance.ids, versions: advance.versions };

export const contextOf = (
  service: string,
  header: Header,
  index: number,
  advances: readonly Advance[],
): EventContext => ({
  organizationId: header.organizationId,
  commitId: commitIdOf(service, header.epoch, header.position),
  position: header.position,
  index,
  time: header.time,
  actorId: header.userId || header.actorId,
  origin: header.origin,
  ...(header.operationId && { operationId: header.operationId }),
  ...(header.causationDepth && { causationDepth: header.causationDepth }),
  ...(!header.runAutomations && { runAutomations: false }),
  advances,
});

/**
 * Event types with the items that each advanced, `type:items` joined by commas: what a list of headers shows without
 * the body.
 */
export const summaryOf = (events: readonly StoredEvent[]): string =>
  events.map((e) => `${e.type}:${e.advances.reduce((n, a) => n + Math.max(1, a.ids.length), 0)}`).join(',');

export const parseSummary = (summary: string): { type: string; items: number }[] =>
  summary === ''
    ? []
    : summary.split(',').map((part) => {
        const colon = part.lastIndexOf(':');
        return { type: part.slice(0, colon), items: Number(part.slice(colon + 1)) };
      });

/**
 * What the store itself writes: what a purge did, the place of an event that it took out, the commit in a place that
 * its writer lost, what a salvage brought back. No service ever sees them.
 */
export const ownEvents = {
  purging: '$purging',
  purged: '$purged',
  erased: '$erased',
  filled: '$filled',
  salvaged: '$salvaged',
} as const;

/** The events that this version knows, for those who answer with them. */
export const knownOf = <E>(applied: readonly { readonly event: E | undefined }[]): E[] =>
  applied.flatMap(({ event }) => (event === undefined ? [] : [event]));

/** What is about to be written, as it will be read. Throws where it could not be. */
export const readBack = <E>(
  module: Pick<WriteModule<E>, 'events'>,
  events: readonly StoredEvent[],
): ReturnType<typeof decodeEvents<E>> => {
  const decoded = decodeEvents(module, events);
  const lost = decoded.find(({ event }) => event === undefined);
  if (lost !== undefined) throw new Error(`an event of type ${events[lost.index]!.type} cannot be read back`);
  return decoded;
};

/**
 * The events of a body as the service knows them, each with its index in the commit. One that a later version wrote is
 * undefined: it changes nothing here, but the streams that it advanced have its version.
 */
export const decodeEvents = <E>(
  module: Pick<WriteModule<E>, 'events'>,
  events: readonly StoredEvent[],
): { readonly index: number; readonly event: E | undefined; readonly advances: readonly Advance[] }[] => {
  const decoded: { index: number; event: E | undefined; advances: readonly Advance[] }[] = [];
  events.forEach((e, index) => {
    if (!e.type.startsWith('$'))
      decoded.push({
        index,
        event: module.events.decode(e.type, e.payload),
        advances: e.advances.map(fromStoredAdvance),
      });
  });
  return decoded;
};
