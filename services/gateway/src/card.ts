import { systemActor } from '@tessera/kernel';
import { AppsServiceDefinition } from '@tessera/proto/apps/v1/service';
import type { RpcClients } from '@tessera/rpc';
import type { Logger } from '@tessera/telemetry';

/** What an address of a public link names. */
export type PublicAddress = { readonly organization?: string; readonly token: string };

/** What the page of a public link says of itself to whoever loads it and runs nothing: messengers, search engines. */
export type LinkCard = {
  readonly title: string;
  readonly description: string;
  /** The organization, where the page names it. */
  readonly brand: string;
  readonly indexed: boolean;
  /** Hosts whose pages may hold it in a frame. */
  readonly hosts: readonly string[];
};
const silent: LinkCard = { title: '', description: '', brand: '', indexed: false, hosts: [] };

const deadlineMs = 2_000;
const longest = 300;

/** Asks apps of links, each time: what is changed or shut is so at once. The page comes whether it answers or not. */
export const createCards = (rpc: RpcClients, log: Logger): ((named: PublicAddress) => Promise<LinkCard>) => {
  const apps = rpc.client(AppsServiceDefinition);
  const by = { actor: systemActor('gateway', ''), deadlineMs };
  return async ({ organization = '', token }) => {
    try {
      return await apps.describeLink({ token, organization }, by);
    } catch (error) {
      log.warn('a public link was not described', { error: String(error) });
      return silent;
    }
  };
};

/** Whatever a person wrote, within an attribute or between tags. */
export const inAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Hosts as sources of a policy: over TLS, and without it where this installation has none either. */
export const sourcesOf = (hosts: readonly string[], tls: boolean): readonly string[] =>
  hosts.flatMap((host) => (tls ? [`https://${host}`] : [`https://${host}`, `http://${host}`]));

/** The page with the title and the card of its link. */
export const withCard = (html: string, { title, description, brand, indexed }: LinkCard): string => {
  const meta = (name: string, content: string, kind = 'property'): string =>
    content === '' ? '' : `<meta ${kind}="${name}" content="${inAttribute(content.slice(0, longest))}">`;
  const card =
    title === ''
      ? ''
      : [
          meta('og:type', 'website'),
          meta('og:title', title),
          meta('og:description', description),
          meta('og:site_name', brand),
          meta('description', description, 'name'),
          meta('twitter:card', 'summary', 'name'),
        ].join('');
  const named =
    title === '' ? html : html.replace(/<title>[^<]*<\/title>/, () => `<title>${inAttribute(title)}</title>`);
  const open = indexed ? named.replace('<meta name="robots" content="noindex">', '') : named;
  return open.replace('</head>', () => `${card}</head>`);
};
