import { groupingBy, listActions, type ActionGroup, type ToldAction } from '@tessera/event-store/actions';
import type { Actor } from '@tessera/kernel';
import type { ActionPage, ActionQuery } from '@tessera/proto/log/v1/actions';
import { requireRight } from '@tessera/proto/rights';
import type { Context } from '../context.ts';
import type { AuthEvent } from '../events.ts';
import type { ApiToken, Invitation, Organization } from '../evolve.ts';
import { rolesOf } from '../lists.ts';
import type { MemberDocument } from '../projection.ts';
import { changesOf, isUndoable, undoId } from './told.ts';

const grouped = groupingBy({});
const nothing: ActionPage = { actions: [], next: 0, nextTime: 0 };

/** What was done to people, invitations, roles and tokens, for those who may read the history of all. */
export const createActions = ({ ports: { store, documents } }: Pick<Context, 'ports'>) => {
  const objectOf = async (
    organizationId: string,
    event: AuthEvent,
    names: ReadonlyMap<string, string>,
  ): Promise<ToldAction['object']> => {
    const of = (kind: string, id: string, label: string | undefined, live = true): ToldAction['object'] => ({
      kind,
      id,
      label: label ?? '',
      live,
    });
    switch (event.$case) {
      case 'organizationCreated':
        return of('organization', organizationId, event.value.name);
      case 'organizationChanged':
        return of('organization', organizationId, event.value.organization?.name);
      case 'organizationLogoChanged':
      case 'erasureAsked':
      case 'erasureAborted':
      case 'erasureBegan':
      case 'erasureEnded':
        return of(
          'organization',
          organizationId,
          (await documents.get<Organization>(organizationId, 'organizations', organizationId))?.name,
        );
      case 'roleCreated':
      case 'roleChanged':
      case 'roleDeleted':
        return of('role', event.value.role?.id ?? '', event.value.role?.name, event.$case !== 'roleDeleted');
      case 'invitationMade':
      case 'invitationAccepted':
      case 'invitationRevoked': {
        const { invitationId: id } = event.value;
        const known = await documents.get<Invitation>(organizationId, 'invitations', id);
        return of('invitation', id, known?.email, known?.state === 'open');
      }
      case 'apiTokenMade':
      case 'apiTokenDeleted':
      case 'apiTokenConfirmed':
      case 'apiTokenRenamed':
      case 'apiTokenEnabled':
      case 'apiTokenDisabled':
      case 'apiTokenRegenerated': {
        const { tokenId: id } = event.value;
        const known = await documents.get<ApiToken>(organizationId, 'tokens', id);
        // A token that is gone has no document; its log says what it was called when it was made.
        const told = known?.name ?? ('name' in event.value ? event.value.name : undefined);
        return of('token', id, told ?? (await lastName(organizationId, id)), known !== undefined);
      }
      case 'memberJoined':
      case 'memberDisabled':
      case 'memberEnabled':
      case 'memberErased':
      case 'memberProfileChanged':
      case 'memberPhotoChanged':
      case 'memberAssigned': {
        const id = event.$case === 'memberJoined' ? (event.value.member?.userId ?? '') : event.value.userId;
        const known = await documents.get<MemberDocument>(organizationId, 'members', id);
        return of('user', id, known?.name, known?.erased !== true);
      }
      // Of a person it is told at the person, of a role at the role.
      case 'viewAsStarted': {
        const { seenAs: id, roleId } = event.value;
        if (id === '') return of('role', roleId, names.get(roleId), names.has(roleId));
        const known = await documents.get<MemberDocument>(organizationId, 'members', id);
        return of('user', id, known?.name, known?.erased !== true);
      }
      case 'viewAsStopped':
        return of('user', event.value.userId, undefined);
      case 'signInProviderSaved':
      case 'signInProviderRemoved': {
        const { provider } = event.value;
        return of('provider', provider?.id ?? '', provider?.name, event.$case === 'signInProviderSaved');
      }
      case 'identityLinked': {
        const { userId: id } = event.value;
        const known = await documents.get<MemberDocument>(organizationId, 'members', id);
        return of('user', id, known?.name, known?.erased !== true);
      }
      default:
        return undefined;
    }
  };

  const lastName = async (organizationId: string, tokenId: string): Promise<string | undefined> => {
    for (const { events } of await store.history(organizationId, `token:${tokenId}`, undefined, { limit: 50 }))
      for (const one of events)
        if (one.$case === 'apiTokenRenamed' || one.$case === 'apiTokenMade') return one.value.name;
    return undefined;
  };

  return async (actor: Actor, query: ActionQuery): Promise<ActionPage> => {
    requireRight(actor, 'history.read');
    const { organizationId } = actor;
    // Nothing here belongs to a table.
    if (query.tableId !== '') return nothing;
    const names = new Map((await rolesOf(documents, organizationId)).map(({ role }) => [role.id, role.name]));
    const tellOne = async ({ commitId, kind, actor: by }: ActionGroup): Promise<ToldAction> => {
      const commit = await store.commit(organizationId, commitId);
      const event = commit?.events.find(({ $case }) => $case === kind);
      const object = event === undefined ? undefined : await objectOf(organizationId, event, names);
      // Whoever joins is nobody here before that, so that the service itself writes it.
      const joined = commit?.events.find(({ $case }) => $case === 'memberJoined');
      const self = joined?.$case === 'memberJoined' ? joined.value.member?.userId : undefined;
      return {
        ...(self !== undefined && by.userId === undefined && { actorKind: 'user', actorId: self, userId: self }),
        undoable: isUndoable(kind),
        items: 0,
        object,
        changes: object?.kind === 'user' ? changesOf(commit, object.id, names) : [],
      };
    };
    const page = await listActions(store, grouped, organizationId, query, {
      byActor: false,
      tell: (groups) => Promise.all(groups.map(tellOne)),
    });
    return {
      ...page,
      actions: page.actions.map((one) => ({
        ...one,
        id: undoId(one.id),
        undoes: one.undoes === '' ? '' : undoId(one.undoes),
      })),
    };
  };
};
