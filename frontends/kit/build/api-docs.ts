import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Reply = { header(): Reply; send(text: string): Reply };
type Served = { readonly url: string; handler(request: object, reply: Reply): unknown };
type Plugin = (server: object, options: object, done: () => void) => unknown;

const { resolve } = createRequire(import.meta.url);

/**
 * Scalar's reference in one file, with all that it needs. Its plugin for Fastify carries that file; Scalar's own
 * package brings 270 packages (287 MB) beside it. Undefined where it is not installed.
 */
const referenceScript = async (): Promise<string | undefined> => {
  let file: string;
  try {
    file = resolve('@scalar/fastify-api-reference');
  } catch {
    return undefined;
  }
  const { default: plugin } = (await import(pathToFileURL(file).href)) as { default: Plugin };
  const served: Served[] = [];
  const server = { initialConfig: {}, hasPlugin: () => false, route: (one: Served) => served.push(one) };
  plugin(server, { routePrefix: '/docs', configuration: { url: '/' } }, () => undefined);
  let script: string | undefined;
  const reply: Reply = { header: () => reply, send: (text) => ((script = text), reply) };
  served.find(({ url }) => url.endsWith('.js'))?.handler({}, reply);
  if (script === undefined) throw new Error('@scalar/fastify-api-reference serves no script');
  return script;
};

/** Scalar's variables in our tokens. */
const looks = `
@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; src: url('FONT') format('woff2'); }
html { scroll-padding-top: var(--header); }
body { margin: 0; background: var(--bg); color: var(--text); font: var(--text-body); }
.docs-bar { position: sticky; top: 0; z-index: 100; display: flex; gap: var(--space-4); align-items: center; height: var(--header); padding: 0 var(--space-6); background: var(--surface); border-bottom: 1px solid var(--line); }
.docs-bar a { color: var(--text); font-weight: 600; text-decoration: none; }
.docs-bar a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.docs-bar span { color: var(--text-2); }
.docs-bar a { display: flex; gap: var(--space-2); align-items: center; }
.docs-bar svg { width: 20px; height: 20px; fill: var(--terracotta-solid); }
.docs-bar svg g { fill: var(--text); }
.scalar-app td:first-child code { white-space: nowrap; word-break: normal; }
.scalar-app .markdown td:last-child { min-width: 160px; }
/* Long lines wrap: a box that scrolls sideways would have to be reached by keys. */
html .scalar-app code.hljs.custom-scroll { white-space: pre-wrap !important; overflow-wrap: anywhere; overflow: visible !important; }
/* So does a long list of routes. */
html .scalar-app :is(ul.endpoints, .scalar-card-content:has(> ul.endpoints)) { max-height: none !important; overflow: visible !important; }
html .scalar-app :is(a.endpoint, .endpoint-path) { min-width: 0; white-space: normal; overflow-wrap: anywhere; }
/* On a phone a row of a table is a block, its cells one under the other. */
@media (width < 680px) {
  html .scalar-app .markdown :is(table, tbody, tr, td) { display: block; width: auto; min-width: 0; }
  html .scalar-app .markdown thead { display: none; }
  html .scalar-app .markdown td { border: 0; padding: 2px var(--space-4); }
  html .scalar-app .markdown tr { border-bottom: 1px solid var(--line); padding: var(--space-2) 0; }
}
.light-mode, .dark-mode, .scalar-app {
  --scalar-font: var(--font); --scalar-font-code: var(--font-code); --scalar-custom-header-height: var(--header);
  --scalar-radius: var(--radius-control); --scalar-radius-lg: var(--radius-panel); --scalar-radius-xl: var(--radius-panel);
  --scalar-color-1: var(--text); --scalar-color-2: var(--text-2); --scalar-color-3: var(--text-3); --scalar-color-accent: var(--link);
  --scalar-background-1: var(--surface); --scalar-background-2: var(--bg); --scalar-background-3: var(--hover); --scalar-background-accent: var(--hover);
  --scalar-border-color: var(--line); --scalar-link-color: var(--link); --scalar-color-red: var(--danger-text); --scalar-color-green: var(--success-text);
  --scalar-color-orange: var(--warning-text); --scalar-color-yellow: var(--warning-text); --scalar-color-blue: var(--link);
  --scalar-sidebar-background-1: var(--bg); --scalar-sidebar-color-1: var(--text); --scalar-sidebar-color-2: var(--text-2);
  --scalar-sidebar-border-color: var(--line); --scalar-sidebar-item-hover-background: var(--hover); --scalar-sidebar-item-active-background: var(--hover);
}
`;

/**
 * Writes what /api/docs loads into the shell's `dist`: the reference, its looks and `api-docs.json`, which names both.
 * Answers the script's bytes, or undefined where the reference is not installed.
 */
export const buildApiDocs = async (frontends: string): Promise<number | undefined> => {
  const script = await referenceScript();
  if (script === undefined) return undefined;
  const dist = join(frontends, 'shell/dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  const write = (name: string, extension: string, content: string | Buffer): string => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
    const address = `/assets/${name}.${hash}.${extension}`;
    if (!existsSync(join(dist, address))) writeFileSync(join(dist, address), content);
    return address;
  };
  const font = write(
    'inter',
    'woff2',
    readFileSync(resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  );
  const tokens = readFileSync(join(frontends, 'kit/tokens/tokens.css'), 'utf8');
  const style = write('api-docs', 'css', tokens + looks.replace('FONT', font));
  writeFileSync(join(dist, 'api-docs.json'), JSON.stringify({ script: write('api-docs', 'js', script), style }));
  return script.length;
};
