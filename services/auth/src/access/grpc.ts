import { notFound } from '@tessera/kernel';
import { AuthServiceDefinition, type ActorMessage } from '@tessera/proto/auth/v1/service';
import { requireRight } from '@tessera/proto/rights';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { Context } from '../context.ts';
import type { MemberDocument, RoleDocument } from '../projection.ts';
import type { Resolved } from '../sessions/sessions.ts';

const accessList = (map: Readonly<Record<string, string>>) =>
  Object.entries(map).map(([id, access]) => ({ id, access }));

const message = ({ actor }: Resolved): ActorMessage => ({
  organizationId: actor.organizationId,
  kind: actor.kind,
  id: actor.id,
  userId: actor.userId ?? '',
  seat: actor.seat,
  roleId: actor.roleId,
  permissionVersion: actor.permissionVersion,
  permissions: {
    admin: actor.permissions.admin,
    flags: Object.entries(actor.permissions.flags)
      .filter(([, on]) => on === 1)
      .map(([flag]) => flag),
    tablesEnabled: accessList(actor.permissions.tables_enabled),
    tablesDisabled: [...actor.permissions.tables_disabled],
    dashboardsEnabled: accessList(actor.permissions.dashboards_enabled),
    dashboardsDisabled: [...actor.permissions.dashboards_disabled],
  },
});
const answer = (resolved: Resolved | undefined) => ({
  actor: resolved === undefined ? undefined : message(resolved),
  userName: resolved?.name ?? '',
});

/** What other services ask of auth. */
export const authRpc = (context: Context): RpcRegistration => {
  const { documents } = context.ports;
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
    listUsers: async (_request, { actor }) => {
      const [people, roles] = await Promise.all([
        documents.find<MemberDocument>(actor.organizationId, 'members', {}, 2000),
        documents.find<RoleDocument>(actor.organizationId, 'roles', {}, 500),
      ]);
      const names = new Map(roles.map(({ role }) => [role.id, role.name]));
      return {
        users: people.map((one) => ({
          id: one.userId,
          name: one.name,
          email: one.email,
          photoUrl: '',
          active: one.active,
          seat: one.seat,
          roleId: one.roleId,
          roleName: names.get(one.roleId) ?? '',
        })),
      };
    },
    getOrganization: async (_request, { actor }) => {
      const organization = await context.organization(actor.organizationId);
      if (organization === undefined) throw notFound('organization.not_found', 'There is no such organization.');
      return {
        id: organization.id,
        name: organization.name,
        language: organization.language,
        timezone: organization.timezone,
        currencySymbol: organization.currencySymbol,
      };
    },
  };
  return { definition: AuthServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
