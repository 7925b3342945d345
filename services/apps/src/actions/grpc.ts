import type { DocumentReader } from '@tessera/document-store';
import { askedActions, groupingBy, listActions, type ActionGroup, type ToldAction } from '@tessera/event-store/actions';
import { isRejection, systemActor, type Actor } from '@tessera/kernel';
import { AppsServiceDefinition } from '@tessera/proto/apps/v1/service';
import { can, requireRight } from '@tessera/proto/rights';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import type { AppDocument } from '../apps/projection.ts';
import type { FolderTree } from '../folders/evolve.ts';
import type { PageDocument } from '../pages/projection.ts';
import type { Link } from '../links/evolve.ts';
import type { Install, OwnTemplate } from '../templates/evolve.ts';
import { createEntrance } from '../links/entrance.ts';
import { createLinkMails } from '../links/mails.ts';
import { isApp, isPage } from '../links/rights.ts';
import { createSharedTables } from '../links/tables.ts';
import { createSecrets } from '../links/tokens.ts';
import { notFound } from '../refusals.ts';
import type { AppsStore } from '../store.ts';

/** Pages of one answer. */
const mostNamed = 500;

/** An installation is one action, however many commits it has. */
const grouped = groupingBy({
  isEffect: (type) => type !== 'templateInstallEnded' && type !== 'receiptAsked',
  mainOf: (types) => types.find((type) => type === 'templateInstallPlanned') ?? types[0],
});

/** What was done to apps, for those who may read the history of all. */
export const appsRpc = (
  ports: Pick<ServicePorts, 'rpc' | 'vault' | 'state' | 'clock' | 'settings'> & {
    readonly store: AppsStore;
    readonly documents: DocumentReader;
  },
  directory: Directory,
): RpcRegistration => {
  const { store, documents, rpc, settings } = ports;
  const tables = createSharedTables(rpc);
  const entrance = createEntrance(ports);
  const mails = createLinkMails(ports);
  const secrets = createSecrets(ports.vault);
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
          const { templateId } = value;
          const name = 'name' in value && typeof value.name === 'string' ? value.name : '';
          return {
            undoable: kind !== 'templateReviewed',
            items: 0,
            object: { kind: 'template', id: templateId, label: own?.name ?? name, live: own?.deleted === false },
          };
        }
        if (value !== undefined && 'pageId' in value) {
          const known = await documents.get<PageDocument>(organizationId, 'pages', value.pageId);
          const label = known?.title ?? '';
          const live = known !== undefined && known.archived !== true;
          const undoable = kind !== 'pageWritten';
          return { undoable, items: 0, object: { kind: 'page', id: value.pageId, label, live } };
        }
        if (value !== undefined && ('link' in value || 'linkId' in value)) {
          const linkId = 'link' in value ? (value.link?.id ?? '') : value.linkId;
          const link = await documents.get<Link>(organizationId, 'links', linkId);
          const { title = '', tableId = '', type = '' } = ('link' in value ? value.link : link) ?? {};
          const name = async (): Promise<string> =>
            isPage({ type })
              ? ((await documents.get<PageDocument>(organizationId, 'pages', tableId))?.title ?? '')
              : isApp({ type })
                ? ((await documents.get<AppDocument>(organizationId, 'apps', tableId))?.draft.name.label ?? '')
                : tableName(actor, tableId);
          return {
            undoable: kind !== 'linkMailed',
            items: 0,
            object: {
              kind: 'link',
              id: linkId,
              label: title || (await name()),
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
    describeLink: async ({ token, organization }, { actor }) => {
      requireRight(actor, 'installation.act');
      const nothing = { title: '', description: '', brand: '', indexed: false, hosts: [] };
      try {
        const entered = await entrance.find(token);
        const { link } = entered;
        if (!(await entrance.isOf(entered, organization === '' ? undefined : organization))) return nothing;
        const hosts = [...link.hosts];
        // Of what a password guards nothing is told before it is said.
        if (link.passwordId !== '') return { ...nothing, hosts };
        const [{ title, description }, { name }] = await Promise.all([
          entrance.about(entered),
          entrance.organization(entered.actor),
        ]);
        return { title, description, brand: link.showBrand ? name : '', indexed: link.indexed, hosts };
      } catch (error) {
        if (isRejection(error) && error.kind === 'not_found') return nothing;
        throw error;
      }
    },
    getLinkMail: async ({ mailId }, { actor }) => {
      requireRight(actor, 'installation.act');
      const { organizationId } = actor;
      const mail = await mails.get(organizationId, mailId);
      if (mail === undefined) throw notFound('link_not_found');
      const entered = await entrance.open(organizationId, mail.linkId);
      const token = await secrets.token(organizationId, mail.linkId);
      if (token === undefined) throw notFound('link_not_found');
      const [{ title }, facts] = await Promise.all([
        entrance.about(entered),
        directory.facts(systemActor('apps', organizationId)),
      ]);
      const { name } = await entrance.organization(entered.actor);
      const answered = mail.answered === undefined ? '' : `#change=${mail.answered}`;
      return {
        email: mail.email,
        kind: mail.kind,
        link: `${settings.baseUrl}/public/${token}${answered}`,
        // A title that a password guards is told to nobody who has not said it.
        title: entered.link.passwordId === '' || mail.kind === 'receipt' ? title : '',
        organization: entered.link.showBrand || mail.kind === 'share' ? name : '',
        sender: facts.names.get(mail.senderId ?? '') ?? '',
        changeable: answered !== '',
        language: facts.language,
      };
    },
  };
  return { definition: AppsServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
