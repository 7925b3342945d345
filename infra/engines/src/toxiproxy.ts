import { Wait } from 'testcontainers';
import { startEngine, type Engine, type Ports } from './engine.ts';

/** A connection to an engine that can be made bad. */
export type Link = {
  /** `host:port` to connect to instead of the engine. */
  readonly address: string;
  /** Each answer of the engine comes this many milliseconds later; 0 takes it back. */
  readonly slow: (milliseconds: number) => Promise<void>;
  /** Closes every connection and refuses new ones. */
  readonly cut: () => Promise<void>;
  readonly heal: () => Promise<void>;
};

const inner = [28_475, 28_476, 28_477, 28_478] as const;

const call = async (url: string, method: string, body?: unknown): Promise<void> => {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!response.ok && !(method === 'DELETE' && response.status === 404))
    throw new Error(`toxiproxy: ${method} ${url}: ${response.status} ${await response.text()}`);
};

const linkTo = async (api: string, ports: Ports, index: number, upstream: string): Promise<Link> => {
  const listen = inner[index];
  if (listen === undefined) throw new Error(`A toxiproxy carries ${inner.length} links.`);
  const proxy = `${api}/proxies/link${index}`;
  await call(`${api}/proxies`, 'POST', { name: `link${index}`, listen: `0.0.0.0:${listen}`, upstream });
  return {
    address: `127.0.0.1:${ports[listen]}`,
    slow: async (milliseconds) => {
      await call(`${proxy}/toxics/slow`, 'DELETE');
      if (milliseconds > 0)
        await call(`${proxy}/toxics`, 'POST', {
          name: 'slow',
          type: 'latency',
          stream: 'downstream',
          attributes: { latency: milliseconds },
        });
    },
    cut: () => call(proxy, 'POST', { enabled: false }),
    heal: () => call(proxy, 'POST', { enabled: true }),
  };
};

/** Toxiproxy; `link(engine.inside(port))` puts it between a test and an engine, four times at most. */
export const startToxiproxy = async (): Promise<Engine & { readonly link: (upstream: string) => Promise<Link> }> => {
  const engine = await startEngine({
    image: 'TOXIPROXY_IMAGE',
    ports: [8474, ...inner],
    command: ['-host=0.0.0.0'],
    ready: Wait.forHttp('/version', 8474),
  });
  let links = 0;
  return {
    ...engine,
    link: (upstream) => linkTo(`http://127.0.0.1:${engine.ports[8474]}`, engine.ports, links++, upstream),
  };
};
