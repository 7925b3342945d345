import { AuthServiceDefinition, type ActorMessage } from '@tessera/proto/auth/v1/service';
import { requireRight } from '@tessera/proto/rights';
import { findAll } from '@tessera/document-store/pages';
import { askedActions } from '@tessera/event-store/actions';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { Context } from '../context.ts';
import type { ApiToken, Invitation } from '../evolve.ts';
import { stateOf } from '../invitations/decide.ts';
import { rolesOf } from '../lists.ts';
import { workingDaysOf } from '../organization/decide.ts';
import { createActions } from '../undo/actions.ts';
import { photoOf } from '../pictures/address.ts';
import type { MemberDocument } from '../projection.ts';
import { wireOf } from '../roles/permissions.ts';
import type { Resolved } from '../sessions/sessions.ts';
import { notFound } from '../refusals.ts';

/** Users of one page at most. */
const mostUsers = 2_000;

const message = ({ actor }: Resolved): ActorMessage => ({
  organizationId: actor.organizationId,
  kind: actor.kind,
  id: actor.id,
  userId: actor.userId ?? '',
  seat: actor.seat,
  roleId: actor.roleId,
  permissionVersion: actor.permissionVersion,
  permissions: wireOf(actor.permissions),
  viewing: actor.viewing && { userId: actor.viewing.userId ?? '' },
  hides: [...(actor.hides ?? [])],
  lacks: actor.lacks ?? '',
});
const answer = (resolved: Resolved | undefined) => ({
  actor: resolved === undefined ? undefined : message(resolved),
  userName: resolved?.name ?? '',
});

/** What other services ask of auth. */
export const authRpc = (context: Context): RpcRegistration => {
  const { documents, store } = context.ports;
  const listActions = createActions(context);
  const handlers: RpcHandlers<AuthServiceDefinition> = {
    resolveActor: async ({ credentialHash }, { actor }) => {
      requireRight(actor, 'installation.act');
      return answer(await context.sessions.resolve(credentialHash));
    },
    getActor: async ({ organizationId, userId, tokenId }, { actor }) => {
      requireRight(actor, 'installation.act');
      const { actorOf, actorOfTokenId } = context.sessions;
      return answer(
        tokenId === ''
          ? await actorOf(organizationId, userId)
          : await actorOfTokenId({ organizationId, userId, tokenId }),
      );
    },
    listUsers: async ({ after, limit, knownPosition }, { actor }) => {
      const { organizationId } = actor;
      // Read before the people are: what comes between is told once more.
      const position = await store.position(organizationId);
      if (knownPosition > 0 && knownPosition === position) return { users: [], next: '', position, unchanged: true };
      const size = Math.min(limit === 0 ? mostUsers : limit, mostUsers);
      const [people, roles] = await Promise.all([
        documents.find<MemberDocument>(organizationId, 'members', {}, size, after === '' ? undefined : after),
        rolesOf(documents, organizationId),
      ]);
      const names = new Map(roles.map(({ role }) => [role.id, role.name]));
      return {
        users: people.map((one) => ({
          id: one.userId,
          name: one.name,
          email: one.email,
          photoUrl: photoOf(one) ?? '',
          active: one.active,
          seat: one.seat,
          roleId: one.roleId,
          roleName: names.get(one.roleId) ?? '',
          erased: one.erased === true,
        })),
        next: people.length < size ? '' : people.at(-1)!.userId,
        position,
        unchanged: false,
      };
    },
    getInvitationMail: async ({ invitationId }, { actor }) => {
      requireRight(actor, 'installation.act');
      const { organizationId } = actor;
      const gone = () => notFound('invitation.not_found');
      const invitation = await documents.get<Invitation>(organizationId, 'invitations', invitationId);
      const token = await context.mailedToken(organizationId, invitationId);
      const organization = await context.organization(organizationId);
      if (invitation === undefined || token === undefined || organization === undefined) throw gone();
      if (invitation.email === '' || stateOf(invitation, context.ports.clock(), true) !== 'open') throw gone();
      return {
        email: invitation.email,
        link: context.invitationLink(token),
        organization: organization.name,
        inviter: invitation.inviterName,
        language: organization.language,
        expiresAt: invitation.expiresAt,
      };
    },
    getPasswordResetMail: async ({ resetId }, { actor }) => {
      requireRight(actor, 'installation.act');
      const mailed = await context.resetLinks.mailed(resetId);
      const account = mailed && (await context.account(mailed.accountId));
      const organization = await context.organization(actor.organizationId);
      if (
        mailed?.organizationId !== actor.organizationId ||
        organization === undefined ||
        account?.credentialVersion !== mailed.credentialVersion
      )
        throw notFound('account.not_found');
      return {
        email: account.email,
        link: context.resetLink(mailed.token),
        organization: organization.name,
        name: account.name,
        language: organization.language,
      };
    },
    getOrganization: async (_request, { actor }) => {
      const organization = await context.organization(actor.organizationId);
      if (organization === undefined) throw notFound('organization.not_found');
      return {
        id: organization.id,
        name: organization.name,
        language: organization.language,
        timezone: organization.timezone,
        currencySymbol: organization.currencySymbol,
        ai: organization.ai,
        hideTasks: organization.hideTasks === true,
        workingDays: [...workingDaysOf(organization)],
        holidays: (organization.holidays ?? []).map(({ day }) => day),
        importantEmails: [...(organization.importantEmails ?? [])],
        shortName: await context.shortNameOf(organization.id),
      };
    },
    listActions: async ({ query }, { actor }) => ({ page: await listActions(actor, askedActions(query)) }),
    nameTokens: async (_request, { actor }) => {
      requireRight(actor, 'history.read');
      const tokens = await findAll<ApiToken>(documents, actor.organizationId, 'tokens', {}, (one) => one.id);
      return { tokens: tokens.map(({ id, name }) => ({ id, name })) };
    },
  };
  return { definition: AuthServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
