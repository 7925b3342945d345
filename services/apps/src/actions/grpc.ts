import type { DocumentReader } from '@tessera/document-store';
import { askedActions, groupingBy, listActions, type ActionGroup, type ToldAction } from '@tessera/event-store/actions';
import { isRejection, type Actor } from '@tessera/kernel';
import { AppsServiceDefinition } from '@tessera/proto/apps/v1/service';
import { can, requireRight } from '@tessera/proto/rights';
import type { RpcClients, RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { AppDocument } from '../apps/projection.ts';
import type { FolderTree } from '../folders/evolve.ts';
import type { PageDocument } from '../pages/projection.ts';
import type { Link } from '../links/evolve.ts';
import type { Install, OwnTemplate } from '../templates/evolve.ts';
import { createSharedTables } from '../links/tables.ts';
import type { AppsStore } from '../store.ts';

/** Pages of one answer. */
const mostNamed = 500;

/** An installation is one action, however many commits it has. */
const grouped = groupingBy({
  isEffect: (type) => type !== 'templateInstallEnded',
  mainOf: (types) => types.find((type) => type === 'templateInstallPlanned') ?? types[0],
});

/** What was done to apps, for those who may read the history of all. */
export const appsRpc = ({
  store,
  documents,
  rpc,
}: {
  readonly store: AppsStore;
  readonly documents: DocumentReader;
  readonly rpc: RpcClients;
}): RpcRegistration => {
  const tables = createSharedTables(rpc);
  const tableName = async (actor: Actor, tableId: string): Promise<string> => {
    try {
      return (await tables.table(actor, tableId)).label;
    } catch (error) {
      if (isRejection(error)) return '';
      throw error;
    }
  };
  const handlers: RpcHandlers<AppsServiceDefinition> = {
    listActions: async (request, { actor }) => {
      requireRight(actor, 'history.read');
      const { organizationId } = actor;
      const query = askedActions(request.query);
      // Nothing here belongs to a table.
      if (query.tableId !== '') return { page: { actions: [], next: 0, nextTime: 0 } };
      const tell = async ({ id, commitId, kind }: ActionGroup): Promise<ToldAction> => {
        if (kind === 'templateInstallPlanned') {
          const install = await documents.get<Install>(organizationId, 'installs', id);
          const { slug = '', name = '' } = install ?? {};
          return {
            id: `apps.${id}`,
            undoable: install !== undefined && install.state !== 'running',
            items: 0,
            object: { kind: 'template', id: slug, label: name, live: install !== undefined },
          };
        }
        const commit = await store.commit(organizationId, commitId);
        const value = commit?.events.find(({ $case }) => $case === kind)?.value ?? commit?.events[0]?.value;
        if (value !== undefined && 'templateId' in value) {
          const own = await documents.get<OwnTemplate>(organizationId, 'templates', value.templateId);
          const { templateId, name } = value;
          return {
            undoable: true,
            items: 0,
            object: { kind: 'template', id: templateId, label: own?.name ?? name, live: own?.deleted === false },
          };
        }
        if (value !== undefined && 'pageId' in value) {
          const known = await documents.get<PageDocument>(organizationId, 'pages', value.pageId);
          const label = known?.title ?? '';
          const live = known !== undefined && known.archived !== true;
          return { undoable: true, items: 0, object: { kind: 'page', id: value.pageId, label, live } };
        }
        if (value !== undefined && 'link' in value) {
          const { id: linkId = '', title = '', tableId = '' } = value.link ?? {};
          const link = await documents.get<Link>(organizationId, 'links', linkId);
          return {
            undoable: true,
            items: 0,
            object: {
              kind: 'link',
              id: linkId,
              label: title || (await tableName(actor, tableId)),
              live: link?.active === true,
            },
          };
        }
        if (value !== undefined && 'off' in value)
          return { undoable: true, items: 0, object: { kind: 'link', id: '', label: '', live: false } };
        if (value !== undefined && 'folder' in value) {
          const folderId = value.folder?.id ?? '';
          const tree = await documents.get<FolderTree>(organizationId, 'folders', 'all');
          const folder = tree?.folders.find((one) => one.id === folderId);
          const label = folder?.label ?? value.folder?.label ?? '';
          return {
            undoable: true,
            items: 0,
            object: { kind: 'folder', id: folderId, label, live: folder !== undefined },
          };
        }
        const appId = value !== undefined && 'appId' in value ? value.appId : '';
        const known = await documents.get<AppDocument>(organizationId, 'apps', appId);
        return {
          undoable: kind !== 'appPublished',
          items: 0,
          object: {
            kind: 'app',
            id: appId,
            label: known?.draft.name.label ?? '',
            live: known !== undefined && known.archived === undefined,
          },
        };
      };
      const page = await listActions(store, grouped, organizationId, query, {
        byActor: false,
        tell: (groups) => Promise.all(groups.map(tell)),
      });
      return { page };
    },
    namePages: async ({ pageIds }, { actor }) => {
      const ids = [...new Set(pageIds)].slice(0, mostNamed).filter((id) => can(actor, 'pages.view', id).allow);
      const found = await Promise.all(ids.map((id) => documents.get<PageDocument>(actor.organizationId, 'pages', id)));
      return {
        pages: found.flatMap((one) =>
          one === undefined || one.archived === true ? [] : [{ id: one.id, title: one.title }],
        ),
      };
    },
  };
  return { definition: AppsServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
