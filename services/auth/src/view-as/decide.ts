import { read, type CommandHandler, type Seat, type Snapshot } from '@tessera/kernel';
import { maySeeAs, requireRight, seatReaches } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Member, Role } from '../evolve.ts';
import { permissionsOf } from '../roles/permissions.ts';
import { ready } from '../ready.ts';
import { forbidden, notFound } from '../refusals.ts';

/** How long somebody looks as somebody else, in ms. */
export const viewAsMs = 30 * 60 * 1000;

/** A role, or a person. */
export type SeenAs = { readonly roleId: string } | { readonly userId: string };
type State = {
  readonly own: Snapshot<Member | undefined>;
  readonly seen: Member | undefined;
  readonly role: Role | undefined;
  readonly people: readonly Member[];
};
/** What somebody sees by: the seat, the role, and the person if it is one. */
export type Sight = { readonly seat: Seat; readonly roleId: string; readonly userId?: string };

/** The highest seat of those who have a role, and that of a member where nobody has it. */
const seatOf = (people: readonly Member[], roleId: string): Seat =>
  people.reduce<Seat>(
    (most, one) => (one.active && one.roleId === roleId && seatReaches(one.seat, most) ? one.seat : most),
    people.some((one) => one.active && one.roleId === roleId) ? 'viewer' : 'member',
  );

/** Looks at the workspace as a role or another person: what the log says of it. */
export const startViewAs: CommandHandler<{ readonly as: SeenAs; readonly until: number }, State, AuthEvent, Sight> = {
  load: function* ({ as }, { actor }) {
    const own = yield* read.snapshot<Member | undefined>(`member:${actor.id}`);
    const seen = 'userId' in as ? (yield* read.snapshot<Member | undefined>(`member:${as.userId}`)).state : undefined;
    const roleId = 'roleId' in as ? as.roleId : (seen?.roleId ?? '');
    const role = (yield* read.snapshot<Role | undefined>(`role:${roleId}`)).state;
    const people =
      'roleId' in as ? yield* read.everyDocument<Member>('members', { roleId }, (one: Member) => one.userId) : [];
    return { own, seen, role, people };
  },
  decide: ({ as, until }, { own, seen, role, people }, { meta: { actor } }) => {
    requireRight(actor, 'userId' in as ? 'users.manage' : 'roles.manage');
    if ('userId' in as && (seen === undefined || seen.erased || !seen.active)) throw notFound('user.not_found');
    if (role === undefined) throw notFound('role.not_found');
    const sight: Sight =
      seen === undefined
        ? { seat: seatOf(people, role.id), roleId: role.id }
        : { seat: seen.seat, roleId: role.id, userId: seen.userId };
    if (!maySeeAs(actor, permissionsOf(role.permissions), sight)) throw forbidden('view_as.beyond_rights');
    const started = event('viewAsStarted', {
      userId: actor.id,
      roleId: sight.roleId,
      seenAs: sight.userId ?? '',
      seat: sight.seat,
      until,
    });
    return {
      events: [{ event: started, advances: [{ stream: `member:${actor.id}`, version: own.version + 1 }] }],
    };
  },
  answer: (_command, [started]) => {
    if (started?.$case !== 'viewAsStarted') throw notFound('role.not_found');
    const { seat, roleId, seenAs } = started.value;
    return ready({ seat: seat as Seat, roleId, ...(seenAs !== '' && { userId: seenAs }) });
  },
};

/** Sees with their own eyes again. */
export const stopViewAs: CommandHandler<object, Snapshot<Member | undefined>, AuthEvent, null> = {
  load: (_command, { actor }) => read.snapshot<Member | undefined>(`member:${actor.id}`),
  decide: (_command, { version }, { meta: { actor } }) => ({
    events: [
      {
        event: event('viewAsStopped', { userId: actor.id }),
        advances: [{ stream: `member:${actor.id}`, version: version + 1 }],
      },
    ],
  }),
  answer: () => ready(null),
};
