import { read, type CommandHandler, type DecidedEvent, type Loading, type Seat, type Snapshot } from '@tessera/kernel';
import { event, type AuthEvent } from '../events.ts';
import type { Administrators, Member, Role } from '../evolve.ts';
import { adminRoleId, adminSeat, isAdministrator, permissionsOf } from '../roles/permissions.ts';
import { mayGrant, requireRight } from '@tessera/proto/rights';
import { ready } from '../ready.ts';
import { conflict, forbidden, notFound } from '../refusals.ts';

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
  readonly administrators: Snapshot<Administrators>;
  /** Who administers, as far as the model knows; whoever ceased to since stands in the stream. */
  readonly admins: readonly { readonly userId: string }[];
};

export const administratorsStream = 'administrators:1';
export const lastAdmin = () => conflict('last_admin');

/** Events on one member's stream, each with the next version; also on that of all administrators where it is given. */
const onMember = (
  userId: string,
  version: number,
  events: readonly AuthEvent[],
  administrators: number | undefined,
): readonly DecidedEvent<AuthEvent>[] =>
  events.map((one, index) => ({
    event: one,
    advances: [
      { stream: `member:${userId}`, version: version + 1 + index },
      ...(administrators === undefined ? [] : [{ stream: administratorsStream, version: administrators + 1 + index }]),
    ],
  }));

function* load(command: ChangeMember): Loading<State> {
  const member = yield* read.snapshot<Member | undefined>(`member:${command.userId}`);
  const before = yield* read.snapshot<Role | undefined>(`role:${member.state?.roleId ?? ''}`);
  const after =
    command.roleId === undefined ? before : yield* read.snapshot<Role | undefined>(`role:${command.roleId}`);
  const administrators = yield* read.snapshot<Administrators>(administratorsStream);
  const admins = yield* read.everyDocument<Member>('members', { roleId: adminRoleId }, (one) => one.userId);
  return { member, before: before.state, after: after.state, administrators, admins: admins.filter(isAdministrator) };
}

export const changeMember: CommandHandler<ChangeMember, State, AuthEvent, null> = {
  load: (command) => load(command),
  decide: (command, { member: { version, state }, before, after, administrators, admins }, { meta }) => {
    requireRight(meta.actor, 'users.manage');
    if (state === undefined || state.erased) throw notFound('user.not_found');
    if (after === undefined) throw notFound('role.not_found');
    const seat = command.seat ?? state.seat;
    const roleId = command.roleId ?? state.roleId;
    const active = command.active ?? state.active;
    if (
      !mayGrant(meta.actor, permissionsOf(after.permissions), seat) ||
      !mayGrant(meta.actor, permissionsOf(before?.permissions), state.seat)
    ) {
      throw forbidden('role.not_grantable', 'You cannot change a person who has rights that you do not have.');
    }
    const next = { seat, roleId, active };
    const former = administrators.state?.former ?? [];
    const others = admins.filter(({ userId }) => userId !== command.userId && !former.includes(userId));
    if (isAdministrator(state) && !isAdministrator(next) && others.length === 0) throw lastAdmin();
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
    // A change of who administers advances the stream of all of them with each of its events.
    const shared = isAdministrator(state) !== isAdministrator(next);
    return { events: onMember(command.userId, version, events, shared ? administrators.version : undefined) };
  },
  answer: () => ready(null),
};

type Appoint = { readonly userId: string; readonly name: string; readonly email: string };
type AppointState = {
  readonly member: Snapshot<Member | undefined>;
  readonly administrators: Snapshot<Administrators>;
};

function* loadAppoint(command: Appoint): Loading<AppointState> {
  const member = yield* read.snapshot<Member | undefined>(`member:${command.userId}`);
  const administrators = yield* read.snapshot<Administrators>(administratorsStream);
  return { member, administrators };
}

/**
 * Makes somebody an administrator from the command line of the machine: the way back in for an organization that has
 * none.
 */
export const appointAdmin: CommandHandler<Appoint, AppointState, AuthEvent, null> = {
  load: (command) => loadAppoint(command),
  decide: (command, { member: { version, state }, administrators }, { meta }) => {
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
    return { events: onMember(userId, version, events, administrators.version) };
  },
  answer: () => ready(null),
};
