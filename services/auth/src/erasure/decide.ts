import { read, type CommandHandler, type Decision, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Erasure, Organization } from '../evolve.ts';
import { ready } from '../ready.ts';
import { conflict, notFound } from '../refusals.ts';

type Kind = Erasure['kind'];
type State = Snapshot<Organization | undefined>;

const own = (_command: unknown, { actor }: { actor: { organizationId: string } }) =>
  read.snapshot<Organization | undefined>(`organization:${actor.organizationId}`);
const one = (id: string, version: number, happened: AuthEvent): Decision<AuthEvent> => ({
  events: [{ event: happened, advances: [{ stream: `organization:${id}`, version: version + 1 }] }],
});

/** Plans that everything goes, after a time in which it can be aborted. */
export const askErasure: CommandHandler<
  { readonly kind: Kind; readonly afterMs: number },
  State,
  AuthEvent,
  { readonly at: number }
> = {
  load: own,
  decide: ({ kind, afterMs }, { state, version }, { meta, now }) => {
    requireRight(meta.actor, 'organization.erase');
    if (state === undefined) throw notFound('organization.not_found');
    const { id, erasure } = state;
    if (erasure?.began === true) throw conflict('erasure.began');
    if (erasure !== undefined) throw conflict('erasure.asked');
    const userId = meta.actor.userId ?? meta.actor.id;
    return one(id, version, event('erasureAsked', { organizationId: id, kind, eraseAt: now + afterMs, userId }));
  },
  *answer(_command, _events, _commit, { actor }) {
    const { state } = yield* read.snapshot<Organization | undefined>(`organization:${actor.organizationId}`);
    return { at: state?.erasure?.at ?? 0 };
  },
};

/** Takes it back, as long as it has not begun. */
export const abortErasure: CommandHandler<object, State, AuthEvent, null> = {
  load: own,
  decide: (_command, { state, version }, { meta }) => {
    requireRight(meta.actor, 'organization.erase');
    if (state?.erasure === undefined) throw conflict('erasure.none');
    const { id, erasure } = state;
    if (erasure.began === true) throw conflict('erasure.began');
    return one(id, version, event('erasureAborted', { organizationId: id, kind: erasure.kind }));
  },
  answer: () => ready(null),
};

/** Its time has come: from here on nobody comes in. Done again it changes nothing. */
export const beginErasure: CommandHandler<object, State, AuthEvent, null> = {
  load: own,
  decide: (_command, { state, version }, { meta, now }) => {
    requireRight(meta.actor, 'installation.act');
    if (state?.erasure === undefined || state.erasure.began === true || state.erasure.at > now) return { events: [] };
    const { id, erasure } = state;
    return one(id, version, event('erasureBegan', { organizationId: id, kind: erasure.kind }));
  },
  answer: () => ready(null),
};

/** All data is gone, and the organization goes on without it. */
export const endErasure: CommandHandler<object, State, AuthEvent, null> = {
  load: own,
  decide: (_command, { state, version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state?.erasure?.began !== true) return { events: [] };
    const { id, erasure } = state;
    return one(id, version, event('erasureEnded', { organizationId: id, kind: erasure.kind }));
  },
  answer: () => ready(null),
};
