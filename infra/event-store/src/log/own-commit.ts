import type { Claim, StoredEvent } from '@tessera/proto/commit/v1/commit';
import { Body, type Header } from '@tessera/proto/commit/v1/commit';
import { summaryOf } from '../writer/facts.ts';
import { encodeCommit, newSalt } from './codec.ts';
import { encodeMessage } from './encode.ts';
import type { Log } from './log.ts';

/** A commit of the store's own: what a purge or a salvage did. */
export type OwnCommit = {
  readonly organizationId: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly operationId: string;
  readonly time: number;
  readonly event: StoredEvent;
  readonly claims?: readonly Claim[];
  readonly releases?: readonly Claim[];
};

/** Appends it within the caller's transaction; answers its position. */
export const appendOwn = (log: Log, commit: OwnCommit): number => {
  const { organizationId, actor, operationId, time, event, claims = [], releases = [] } = commit;
  const organization = log.organization(organizationId);
  const position = (organization === undefined ? 0 : log.reads.lastPosition(organization)) + 1;
  const header: Header = {
    organizationId,
    branch: 0,
    epoch: log.epoch,
    position,
    time,
    actorKind: actor.kind,
    actorId: actor.id,
    userId: '',
    origin: 'system',
    operationId,
    correlationId: '',
    causationId: '',
    causationDepth: 0,
    runAutomations: false,
    idempotencyKey: '',
    requestHash: new Uint8Array(0),
    clientTime: 0,
    commandType: event.type,
    salt: newSalt(),
    requestMeta: undefined,
  };
  const body: Body = { events: [event], claims: [...claims], releases: [...releases] };
  log.append({
    organizationId,
    position,
    actorId: actor.id,
    operationId,
    summary: summaryOf(body.events),
    bytes: encodeCommit(header, encodeMessage(Body, body)),
    streams: [],
    idempotencyKey: undefined,
    claims,
    releases,
  });
  return position;
};
