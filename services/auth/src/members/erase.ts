import { fold, read, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Administrators, ApiToken, Invitation, Member } from '../evolve.ts';
import { ready } from '../ready.ts';
import { adminRoleId, isAdministrator } from '../roles/permissions.ts';
import { administratorsStream, lastAdmin } from './decide.ts';

type Erase = { readonly userId: string; readonly addresses: readonly string[] };
type State = {
  readonly member: Snapshot<Member | undefined>;
  readonly administrators: Snapshot<Administrators>;
  readonly admins: readonly { readonly userId: string }[];
  readonly tokens: readonly Snapshot<ApiToken | undefined>[];
  readonly invitations: readonly Snapshot<Invitation | undefined>[];
};

function* load({ userId, addresses }: Erase): Loading<State> {
  const member = yield* read.snapshot<Member | undefined>(`member:${userId}`);
  const administrators = yield* read.snapshot<Administrators>(administratorsStream);
  const admins = yield* read.everyDocument<Member>('members', { roleId: adminRoleId }, (one) => one.userId);
  const tokens: Snapshot<ApiToken | undefined>[] = [];
  for (const { id } of yield* read.everyDocument<ApiToken>('tokens', { userId }, (one) => one.id))
    tokens.push(yield* read.snapshot<ApiToken | undefined>(`token:${id}`));
  const invitations: Snapshot<Invitation | undefined>[] = [];
  for (const one of yield* read.everyDocument<Invitation>('invitations', {}, (one) => one.id)) {
    const theirs = one.inviterId === userId || addresses.includes(fold(one.email));
    if (one.state === 'open' && theirs)
      invitations.push(yield* read.snapshot<Invitation | undefined>(`invitation:${one.id}`));
  }
  return { member, administrators, admins: admins.filter(isAdministrator), tokens, invitations };
}

/**
 * Takes somebody out of an organization for good, before their name is forgotten: they cannot come in, their API tokens
 * are deleted, and what they invited to, or are invited to, is revoked. Throws `last_admin`.
 */
export const eraseMember: CommandHandler<Erase, State, AuthEvent, null> = {
  load,
  decide: ({ userId }, { member: { version, state }, administrators, admins, tokens, invitations }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || state.erased) return { events: [] };
    const former = administrators.state?.former ?? [];
    const administers = isAdministrator(state);
    if (administers && !admins.some((one) => one.userId !== userId && !former.includes(one.userId))) throw lastAdmin();
    const events: DecidedEvent<AuthEvent>[] = [
      {
        event: event('memberErased', { userId }),
        advances: [
          { stream: `member:${userId}`, version: version + 1 },
          ...(administers ? [{ stream: administratorsStream, version: administrators.version + 1 }] : []),
        ],
      },
    ];
    for (const token of tokens) {
      if (token.state === undefined || token.state.deleted) continue;
      const { id: tokenId } = token.state;
      events.push({
        event: event('apiTokenDeleted', { tokenId }),
        advances: [{ stream: `token:${tokenId}`, version: token.version + 1 }],
      });
    }
    for (const invitation of invitations) {
      if (invitation.state?.state !== 'open') continue;
      const { id: invitationId } = invitation.state;
      events.push({
        event: event('invitationRevoked', { invitationId }),
        advances: [{ stream: `invitation:${invitationId}`, version: invitation.version + 1 }],
      });
    }
    return { events };
  },
  answer: () => ready(null),
};
