import {
  conflict,
  forbidden,
  notFound,
  read,
  type CommandHandler,
  type Loading,
  type Seat,
  type Snapshot,
} from '@tessera/kernel';
import { event, type AuthEvent } from '../events.ts';
import type { Member, Role } from '../evolve.ts';
import { adminRoleId, adminSeat, permissionsOf } from '../roles/permissions.ts';
import { mayGrant, requireRight } from '@tessera/proto/rights';
import { ready } from '../ready.ts';

/** A member's seat, role and whether they may come in; absent parts stay. */
export type ChangeMember = {
  readonly userId: string;
  readonly seat?: Seat | undefined;
  readonly roleId?: string | undefined;
  readonly active?: boolean | undefined;
};
type State = {
  readonly member: Snapshot<Member | undefined>;
  readonly before: Role | undefined;
  readonly after: Role | undefined;
  readonly admins: readonly { readonly userId: string }[];
};

function* load(command: ChangeMember): Loading<State> {
  const member = yield* read.snapshot<Member | undefined>(`member:${command.userId}`);
  const before = yield* read.snapshot<Role | undefined>(`role:${member.state?.roleId ?? ''}`);
  const after =
    command.roleId === undefined ? before : yield* read.snapshot<Role | undefined>(`role:${command.roleId}`);
  const admins = yield* read.documents<{ readonly userId: string; readonly active: boolean }>(
    'members',
    { roleId: adminRoleId },
    2000,
  );
  return { member, before: before.state, after: after.state, admins: admins.filter((one) => one.active) };
}

export const changeMember: CommandHandler<ChangeMember, State, AuthEvent, null> = {
  load: (command) => load(command),
  decide: (command, { member: { version, state }, before, after, admins }, { meta }) => {
    requireRight(meta.actor, 'users.manage');
    if (state === undefined) throw notFound('user.not_found', 'There is no such user.');
    if (after === undefined) throw notFound('role.not_found', 'Role not found');
    const seat = command.seat ?? state.seat;
    const roleId = command.roleId ?? state.roleId;
    const active = command.active ?? state.active;
    if (
      !mayGrant(meta.actor, permissionsOf(after.permissions), seat) ||
      !mayGrant(meta.actor, permissionsOf(before?.permissions), state.seat)
    ) {
      throw forbidden(
        'role.not_grantable',
        'You can only change people whose role and seat have no right that you lack.',
      );
    }
    const losesAdmin = state.active && state.roleId === adminRoleId && (!active || roleId !== adminRoleId);
    if (losesAdmin && admins.every((one) => one.userId === command.userId))
      throw conflict('last_admin', 'An organization needs at least one active administrator.');
    const stream = `member:${command.userId}`;
    const events: AuthEvent[] = [];
    if (seat !== state.seat || roleId !== state.roleId) {
      events.push(
        event('memberAssigned', {
          userId: command.userId,
          seat,
          roleId,
          seatBefore: state.seat,
          roleIdBefore: state.roleId,
        }),
      );
    }
    if (active !== state.active)
      events.push(event(active ? 'memberEnabled' : 'memberDisabled', { userId: command.userId }));
    return {
      events: events.map((one, index) => ({ event: one, advances: [{ stream, version: version + 1 + index }] })),
    };
  },
  answer: () => ready(null),
};

type Appoint = { readonly userId: string; readonly name: string; readonly email: string };

/**
 * Makes somebody an administrator from the command line of the machine: the way back in for an organization that has
 * none.
 */
export const appointAdmin: CommandHandler<Appoint, Snapshot<Member | undefined>, AuthEvent, null> = {
  load: (command) => read.snapshot<Member | undefined>(`member:${command.userId}`),
  decide: (command, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    const { userId, name, email } = command;
    const events: AuthEvent[] = [];
    if (state === undefined)
      events.push(
        event('memberJoined', {
          member: { userId, name, email, seat: 'builder', roleId: adminRoleId },
          invitationId: '',
        }),
      );
    else {
      if (state.roleId !== adminRoleId || state.seat !== adminSeat) {
        events.push(
          event('memberAssigned', {
            userId,
            seat: 'builder',
            roleId: adminRoleId,
            seatBefore: state.seat,
            roleIdBefore: state.roleId,
          }),
        );
      }
      if (!state.active) events.push(event('memberEnabled', { userId }));
    }
    return {
      events: events.map((one, index) => ({
        event: one,
        advances: [{ stream: `member:${userId}`, version: version + 1 + index }],
      })),
    };
  },
  answer: () => ready(null),
};
