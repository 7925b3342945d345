import { read, type CommandHandler, type Seat, type Snapshot } from '@tessera/kernel';
import { mayGrant, requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Identity, Member, Provider, Role } from '../evolve.ts';
import { permissionsOf } from '../roles/permissions.ts';
import { ready } from '../ready.ts';
import { conflict, forbidden, notFound, rejection } from '../refusals.ts';
import { isOf } from './kinds.ts';

const stream = (id: string): string => `provider:${id}`;
const identityStream = (identity: string): string => `identity:${identity}`;
export const mismatch = () => rejection('unauthenticated', 'oauth_mismatch');

type SaveState = { readonly provider: Snapshot<Provider | undefined>; readonly role: Role };

/**
 * Whether people who come for the first time are let in: only once an administrator has said with which role, on which
 * seat, and with which domains.
 */
export const lets = ({ joins, roleId, seat, domains }: Provider): boolean =>
  joins && roleId !== '' && seat !== '' && domains.length > 0;

/** Makes a provider, or changes one; its secret is in the vault. */
export const saveProvider: CommandHandler<{ readonly provider: Provider }, SaveState, AuthEvent, null> = {
  load: function* ({ provider: { id, roleId } }) {
    const provider = yield* read.snapshot<Provider | undefined>(stream(id));
    const role = (yield* read.snapshot<Role>(`role:${roleId}`)).state;
    return { provider, role };
  },
  decide: ({ provider }, { provider: known, role }, { meta }) => {
    requireRight(meta.actor, 'providers.manage');
    if (known.state === undefined && known.version > 0) throw notFound('provider.not_found');
    if (provider.roleId !== '' && role === undefined) throw notFound('role.not_found');
    if (provider.joins && !lets(provider)) throw rejection('invalid', 'provider.incomplete');
    if (
      role !== undefined &&
      !mayGrant(meta.actor, permissionsOf(role.permissions), (provider.seat || 'viewer') as Seat)
    )
      throw forbidden('role.not_grantable');
    if (JSON.stringify(provider) === JSON.stringify(known.state)) return { events: [] };
    return {
      events: [
        {
          event: event('signInProviderSaved', { provider, before: known.state }),
          advances: [{ stream: stream(provider.id), version: known.version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};

export const removeProvider: CommandHandler<
  { readonly id: string },
  Snapshot<Provider | undefined>,
  AuthEvent,
  null
> = {
  load: ({ id }) => read.snapshot<Provider | undefined>(stream(id)),
  decide: ({ id }, { version, state }, { meta }) => {
    requireRight(meta.actor, 'providers.manage');
    if (state === undefined) throw notFound('provider.not_found');
    return {
      events: [
        {
          event: event('signInProviderRemoved', { provider: state }),
          advances: [{ stream: stream(id), version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};

type Come = {
  readonly providerId: string;
  readonly identity: string;
  readonly userId: string;
  readonly email: string;
  /** Of somebody who comes for the first time. */
  readonly name?: string | undefined;
};
type ComeState = {
  readonly provider: Provider | undefined;
  readonly identity: Snapshot<Identity | undefined>;
  /** Who it was tied to before. */
  readonly before: Member | undefined;
  readonly member: Snapshot<Member | undefined>;
  readonly role: Role;
};

/**
 * Ties what a provider proves to a person of this organization: to one who is there, or to one who comes by it for the
 * first time, where that is let.
 */
export const comeByProvider: CommandHandler<Come, ComeState, AuthEvent, null> = {
  load: function* ({ providerId, identity, userId }) {
    const provider = (yield* read.snapshot<Provider | undefined>(stream(providerId))).state;
    const known = yield* read.snapshot<Identity | undefined>(identityStream(identity));
    const before = (yield* read.snapshot<Member | undefined>(`member:${known.state?.userId ?? ''}`)).state;
    const member = yield* read.snapshot<Member | undefined>(`member:${userId}`);
    const role = (yield* read.snapshot<Role>(`role:${provider?.roleId ?? ''}`)).state;
    return { provider, identity: known, before, member, role };
  },
  decide: (
    { providerId, identity, userId, email, name },
    { provider, identity: known, before, member, role },
    { meta },
  ) => {
    requireRight(meta.actor, 'installation.act');
    // Somebody who was forgotten here comes as somebody new.
    if (provider?.on !== true || (known.version > 0 && before?.erased !== true)) throw mismatch();
    if (provider.domains.length > 0 && !isOf(email, provider.domains)) throw mismatch();
    const linked = {
      event: event('identityLinked', { identity, providerId, userId }),
      advances: [{ stream: identityStream(identity), version: known.version + 1 }],
    };
    if (name === undefined) {
      if (member.state?.active !== true) throw mismatch();
      return { events: [linked] };
    }
    if (!lets(provider) || role === undefined) throw mismatch();
    if (member.version > 0) throw conflict('member.exists');
    const { seat, roleId } = provider;
    return {
      events: [
        {
          event: event('memberJoined', { member: { userId, name, email, seat, roleId }, invitationId: '' }),
          advances: [{ stream: `member:${userId}`, version: 1 }],
        },
        linked,
      ],
    };
  },
  answer: () => ready(null),
};
