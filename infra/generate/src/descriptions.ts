import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

const name = z.string().regex(/^[a-z]+$/);
const bytes = z.string().regex(/^\d+Mi$/);
const schema = z.strictObject({
  /** It stands before the others and has no peers' port: the gateway. */
  edge: z.boolean().default(false),
  /** It keeps events of its own. */
  log: z.boolean(),
  /** Services that it calls by RPC. */
  calls: z.array(name),
  /** Services that it calls while it works and that may come after it: those call it, or are called for one kind of request alone. */
  asks: z.array(name).default([]),
  /** Engines that it uses, as docker-compose.yml names them. */
  engines: z.array(z.enum(['mongo', 'kafka', 'redis', 'nats', 's3'])).min(1),
  ports: z.array(z.enum(['http', 'grpc'])).min(1),
  /** `production` is the least where the overlay for production asks for more than `least`. */
  replicas: z.strictObject({
    least: z.int().min(1),
    most: z.int().min(1),
    production: z.int().min(1).optional(),
  }),
  /** What an idle process takes, and what it may take at most. Thousandths of a core, and MiB. */
  idle: z.strictObject({ processor: z.string().regex(/^\d+m$/), memory: bytes }),
  most: z.strictObject({ memory: bytes }),
});

/** What a deployment knows of a service, from `services/<name>/service.json`. */
export type Description = z.output<typeof schema> & { readonly name: string };

/** How many calls deep what a service needs lies: 0 where it calls none. Throws at a ring, and at a service that is not there. */
const depths = (all: readonly Description[]): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  const depth = (of: string, above: readonly string[]): number => {
    const known = found.get(of);
    if (known !== undefined) return known;
    const one = all.find((each) => each.name === of);
    if (one === undefined) throw new Error(`services/${above.at(-1)}/service.json calls ${of}, which is not there`);
    if (above.includes(of)) throw new Error(`services call each other in a ring: ${[...above, of].join(', ')}`);
    const own = Math.max(-1, ...one.calls.map((callee) => depth(callee, [...above, of]))) + 1;
    found.set(of, own);
    return own;
  };
  for (const one of all) {
    depth(one.name, []);
    for (const asked of one.asks)
      if (!all.some((each) => each.name === asked))
        throw new Error(`services/${one.name}/service.json asks ${asked}, which is not there`);
  }
  return found;
};

/**
 * Every service of the folder: those that are called before their callers, with a log before without one, then by name;
 * the edge is last. Throws an error that names the file that is not valid.
 */
export const readDescriptions = (folder: string = root): readonly Description[] => {
  const all = readdirSync(join(folder, 'services'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, 'services', entry.name, 'package.json')))
    .map(({ name }): Description => {
      const file = `services/${name}/service.json`;
      if (!existsSync(join(folder, file))) throw new Error(`${file} is not there: it says how the service is run`);
      const result = schema.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
      if (!result.success) throw new Error(`${file} is not valid:\n${z.prettifyError(result.error)}`);
      return { name, ...result.data };
    });
  const depth = depths(all);
  return all.toSorted(
    (a, b) =>
      Number(a.edge) - Number(b.edge) ||
      depth.get(a.name)! - depth.get(b.name)! ||
      Number(b.log) - Number(a.log) ||
      (a.name < b.name ? -1 : 1),
  );
};

/** The micro-frontends that the shell loads: the folders of `frontends` that have a manifest, by name. The kit's is the type. */
export const readFrontends = (folder: string = root): readonly string[] =>
  readdirSync(join(folder, 'frontends'))
    .filter((one) => one !== 'kit' && existsSync(join(folder, 'frontends', one, 'src/manifest.ts')))
    .toSorted();

/** Names of all processes, the edge last. */
export const programs: readonly string[] = readDescriptions().map(({ name: one }) => one);

/** Names of the services behind the edge. */
export const services: readonly string[] = readDescriptions()
  .filter(({ edge }) => !edge)
  .map(({ name: one }) => one);
