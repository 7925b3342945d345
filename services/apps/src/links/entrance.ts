import type { DocumentReader } from '@tessera/document-store';
import { isRejection, linkActor, type Actor } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import { gone, type Entered } from './entered.ts';
import { createCounts } from './counts.ts';
import { forStrangers } from '../pages/schema.ts';
import type { PageDocument } from '../pages/projection.ts';
import type { PageText } from '../pages/together.ts';
import { isOpen, type Link, type Sharing } from './evolve.ts';
import { isApp, isPage } from './rights.ts';
import { createSharedApps } from './apps.ts';
import { createSharedTables, type SharedView } from './tables.ts';
import { createSecrets } from './tokens.ts';

/** What the table refuses a link is gone for strangers: the table or the view is no longer there. */
export const shown = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (isRejection(error) && (error.kind === 'not_found' || error.kind === 'forbidden')) throw gone();
    throw error;
  }
};

type Ports = Pick<ServicePorts, 'vault' | 'state' | 'rpc' | 'clock'> & { readonly documents: DocumentReader };

/** From what an address says to what its link opens. */
export const createEntrance = ({ documents, vault, state, rpc, clock }: Ports) => {
  const secrets = createSecrets(vault);
  const counts = createCounts(state);
  const tables = createSharedTables(rpc);
  const apps = createSharedApps({ documents, tables, secrets, clock });
  const auth = rpc.client(AuthServiceDefinition);
  const organization = (actor: Actor) => auth.getOrganization({}, { actor, deadlineMs: 5_000 });
  const viewOf = (actor: Actor, { tableId, viewId }: Link): Promise<SharedView | undefined> =>
    viewId === '' ? Promise.resolve(undefined) : tables.view(actor, tableId, viewId);
  const isNow = (link: Link | undefined, sharing: Sharing | undefined): link is Link =>
    link !== undefined && isOpen(link, sharing, clock());
  const read = (organizationId: string, linkId: string) =>
    Promise.all([
      documents.get<Link>(organizationId, 'links', linkId),
      documents.get<Sharing>(organizationId, 'sharing', 'all'),
    ]);
  const scoped = (link: Link, organizationId: string): Actor =>
    linkActor(organizationId, link.id, {
      tableId: link.tableId,
      right: link.type === 'form' ? 'add' : 'read',
      fields: link.fieldIds,
      ...(link.viewId !== '' && { viewId: link.viewId }),
    });
  const entrance = {
    organization,
    apps,
    /** The link of a token, where it is open; refused as gone otherwise. */
    find: async (token: string): Promise<Entered> => {
      const found = await secrets.find(token);
      if (found === undefined) throw gone();
      const { organizationId, linkId } = found;
      const [link, sharing] = await read(organizationId, linkId);
      if (!isNow(link, sharing)) throw gone();
      if (link.answerLimit > 0 && (await counts.of(organizationId, linkId)).answered >= link.answerLimit) throw gone();
      return { link, organizationId, actor: scoped(link, organizationId) };
    },
    /** A link by its id, where it is open; full or not, since mails tell of it as well. */
    open: async (organizationId: string, linkId: string): Promise<Entered> => {
      const [link, sharing] = await read(organizationId, linkId);
      if (!isNow(link, sharing)) throw gone();
      return { link, organizationId, actor: scoped(link, organizationId) };
    },
    /** Whether an address that names an organization names that of the link. */
    isOf: async ({ organizationId, actor }: Entered, named: string | undefined): Promise<boolean> => {
      const name = named?.toLowerCase();
      return name === undefined || name === organizationId || name === (await organization(actor)).shortName;
    },
    /** The doc page that it opens, as strangers read it. */
    page: async ({ link, organizationId }: Entered) => {
      const [found, text] = await Promise.all([
        documents.get<PageDocument>(organizationId, 'pages', link.tableId),
        documents.get<PageText>(organizationId, 'page_texts', link.tableId),
      ]);
      if (!isPage(link) || found === undefined || text === undefined || found.archived === true) throw gone();
      return { title: link.title || found.title, icon: found.icon, content: forStrangers(text.contentJson) };
    },
    /** What it says of itself, before anything of it is read. */
    about: async (entered: Entered): Promise<{ readonly title: string; readonly description: string }> => {
      if (isApp(entered.link)) return { title: await apps.title(entered), description: '' };
      if (isPage(entered.link)) return { title: (await entrance.page(entered)).title, description: '' };
      const { title, view } = await entrance.inside(entered);
      return { title, description: entered.link.type === 'form' ? (view?.config.description ?? '') : '' };
    },
    /** The table and the view that it opens. */
    inside: async ({ link, actor }: Entered) => {
      const [table, view] = await shown(Promise.all([tables.table(actor, link.tableId), viewOf(actor, link)]));
      const title = link.title || (link.type === 'form' ? view?.config.title : '') || view?.label || table.label;
      return { table, view, title };
    },
  };
  return entrance;
};
export type Inside = Awaited<ReturnType<ReturnType<typeof createEntrance>['inside']>>;
