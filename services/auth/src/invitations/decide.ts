import { fold, read, type Actor, type CommandHandler, type Loading, type Seat, type Snapshot } from '@tessera/kernel';
import { event, type AuthEvent } from '../events.ts';
import type { Invitation, Member, Role } from '../evolve.ts';
import { permissionsOf } from '../roles/permissions.ts';
import { can, mayGrant, requireRight } from '@tessera/proto/rights';
import { ready } from '../ready.ts';
import { conflict, forbidden, invalid, notFound } from '../refusals.ts';

export const invitationLife = 7 * 24 * 60 * 60 * 1000;

export type InvitationState = 'open' | 'used' | 'expired' | 'revoked';

/** Whoever invited, with the rights of now; absent once they may not come in any more. */
export type Inviter = Pick<Actor, 'organizationId' | 'kind' | 'id' | 'userId' | 'seat' | 'permissions'>;

/**
 * Whether an invitation still has the right that it was made with: an inviter who may invite to this role and seat
 * today. One of the installation itself has no inviter and needs none.
 */
export const isBacked = (
  invitation: Pick<Invitation, 'inviterId' | 'seat'>,
  inviter: Inviter | undefined,
  role: Role | undefined,
): boolean =>
  invitation.inviterId === '' ||
  (inviter !== undefined &&
    role !== undefined &&
    can(inviter, 'invitations.make').allow &&
    mayGrant(inviter, permissionsOf(role.permissions), invitation.seat));

/** `backed` as `isBacked` says: an invitation ends with its inviter's right, as if they had taken it back. */
export const stateOf = (
  invitation: Pick<Invitation, 'state' | 'expiresAt'>,
  now: number,
  backed: boolean,
): InvitationState => {
  if (invitation.state !== 'open') return invitation.state;
  return invitation.expiresAt <= now ? 'expired' : backed ? 'open' : 'revoked';
};

type Make = { readonly invitationId: string; readonly email: string; readonly seat: Seat; readonly roleId: string };
type MakeState = { readonly role: Snapshot<Role | undefined>; readonly inviter: Snapshot<Member | undefined> };

function* loadMake(command: Make, actorId: string): Loading<MakeState> {
  const role = yield* read.snapshot<Role | undefined>(`role:${command.roleId}`);
  const inviter = yield* read.snapshot<Member | undefined>(`member:${actorId}`);
  return { role, inviter };
}

export const makeInvitation: CommandHandler<Make, MakeState, AuthEvent, { id: string; expiresAt: number }> = {
  load: (command, meta) => loadMake(command, meta.actor.userId ?? meta.actor.id),
  decide: (command, { role, inviter }, { now, meta }) => {
    requireRight(meta.actor, 'invitations.make');
    if (role.state === undefined) throw notFound('role.not_found');
    if (!mayGrant(meta.actor, permissionsOf(role.state.permissions), command.seat)) {
      throw forbidden('role.not_grantable');
    }
    const { invitationId, email, seat, roleId } = command;
    return {
      events: [
        {
          event: event('invitationMade', {
            invitationId,
            email,
            seat,
            roleId,
            expiresAt: now + invitationLife,
            inviterId: meta.actor.userId ?? meta.actor.id,
            inviterName: inviter.state?.name ?? '',
          }),
          advances: [{ stream: `invitation:${invitationId}`, version: 1 }],
        },
      ],
    };
  },
  answer: (command, [first]) =>
    ready(
      first?.$case === 'invitationMade'
        ? { id: first.value.invitationId, expiresAt: first.value.expiresAt }
        : { id: command.invitationId, expiresAt: 0 },
    ),
};

type Revoke = { readonly invitationId: string };

export const revokeInvitation: CommandHandler<Revoke, Snapshot<Invitation | undefined>, AuthEvent, null> = {
  load: (command) => read.snapshot<Invitation | undefined>(`invitation:${command.invitationId}`),
  decide: (command, { version, state }, { meta }) => {
    requireRight(meta.actor, 'invitations.revoke');
    if (state === undefined) throw notFound('invitation.not_found');
    if (state.state === 'used') throw conflict('invitation.used');
    if (state.state === 'revoked') return { events: [] };
    return {
      events: [
        {
          event: event('invitationRevoked', command),
          advances: [{ stream: `invitation:${command.invitationId}`, version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};

type Accept = { readonly invitationId: string; readonly userId: string; readonly name: string; readonly email: string };
type AcceptState = {
  readonly invitation: Snapshot<Invitation | undefined>;
  readonly member: Snapshot<Member | undefined>;
  readonly role: Role | undefined;
  readonly inviter: Member | undefined;
  readonly inviterRole: Role | undefined;
};

function* loadAccept(command: Accept): Loading<AcceptState> {
  const invitation = yield* read.snapshot<Invitation | undefined>(`invitation:${command.invitationId}`);
  const member = yield* read.snapshot<Member | undefined>(`member:${command.userId}`);
  const role = yield* read.snapshot<Role | undefined>(`role:${invitation.state?.roleId ?? ''}`);
  const inviter = yield* read.snapshot<Member | undefined>(`member:${invitation.state?.inviterId ?? ''}`);
  const inviterRole = yield* read.snapshot<Role | undefined>(`role:${inviter.state?.roleId ?? ''}`);
  return { invitation, member, role: role.state, inviter: inviter.state, inviterRole: inviterRole.state };
}

/** Why an invitation cannot be accepted, or nothing. */
export const refusal = (
  invitation: Invitation | undefined,
  email: string,
  now: number,
  backed: boolean,
): Error | undefined => {
  if (invitation === undefined) return notFound('invitation.not_found');
  const state = stateOf(invitation, now, backed);
  if (state === 'used') return conflict('invitation.used');
  if (state === 'expired') return conflict('invitation.expired');
  if (state === 'revoked') return conflict('invitation.revoked');
  if (invitation.email !== '' && fold(invitation.email) !== fold(email)) return invalid('invitation.other_email');
  return undefined;
};

/** A member as rights see them. */
const holderOf = (member: Member, role: Role | undefined, organizationId: string): Inviter => ({
  organizationId,
  kind: 'user',
  id: member.userId,
  userId: member.userId,
  seat: member.seat,
  permissions: permissionsOf(role?.permissions),
});

/** Joins a person to the organization: an invitation is used once, by whoever comes first. */
export const acceptInvitation: CommandHandler<Accept, AcceptState, AuthEvent, null> = {
  load: (command) => loadAccept(command),
  decide: (command, { invitation, member, role, inviter, inviterRole }, { now, meta }) => {
    requireRight(meta.actor, 'installation.act');
    const { organizationId } = meta.actor;
    const holder = inviter?.active === true ? holderOf(inviter, inviterRole, organizationId) : undefined;
    const backed = invitation.state !== undefined && isBacked(invitation.state, holder, role);
    const refused = refusal(invitation.state, command.email, now, backed);
    if (refused !== undefined) throw refused;
    const { seat, roleId } = invitation.state!;
    if (member.version > 0) throw conflict('member.exists');
    const { invitationId, userId, name, email } = command;
    return {
      events: [
        {
          event: event('invitationAccepted', { invitationId, userId }),
          advances: [{ stream: `invitation:${invitationId}`, version: invitation.version + 1 }],
        },
        {
          event: event('memberJoined', { member: { userId, name, email, seat, roleId }, invitationId }),
          advances: [{ stream: `member:${userId}`, version: 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};
