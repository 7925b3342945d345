import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '../../generate/src/descriptions.ts';
import { root } from '../product/product.ts';

/** What stands between two parts of the platform, by name: toxiproxy's port and where it leads. */
const links = {
  mongo: { port: 27_017, to: 'mongo:27017' },
  connectorsToTables: { port: 9091, to: 'tables:9090' },
} as const;
export type LinkName = keyof typeof links;

/** Files of services that another version has otherwise, by their path in the image. */
const variants = {
  later: 'services/tables/src/events.ts',
  broken: 'services/connectors/src/imports/reactions.ts',
} as const;

const between = (source: string, from: string, to: string): string => {
  if (source.split(from).length !== 2) throw new Error(`the variant's place is not in the source once: ${from}`);
  return source.replace(from, () => to);
};

/** The bytes that a later version adds to each event: field 1000, which no version so far has. */
export const laterMark = 'of a later version';
/** The event type that a later version has in place of `tableDescribed`. */
export const laterType = 'tableStarred';

const later = (source: string): string => {
  const encoded = between(
    source,
    'export const encodeEvent =',
    `
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
export const encodeEvent = (event: TablesEvent): { readonly type: string; readonly bytes: Uint8Array } => {
  const plain = encodeBefore(event);
  const reader = new BinaryReader(plain.bytes);
  const tag = reader.uint32();
  const inner = Buffer.concat([reader.bytes(), new BinaryWriter().uint32(1000 * 8 + 2).string(${JSON.stringify(laterMark)}).finish()]);
  const starred = plain.type === 'tableDescribed';
  return { type: starred ? ${JSON.stringify(laterType)} : plain.type, bytes: new BinaryWriter().uint32(starred ? 900 * 8 + 2 : tag).bytes(inner).finish() };
};
export const decodeEvent = (type: string, bytes: Uint8Array): TablesEvent | undefined => {
  if (type !== ${JSON.stringify(laterType)}) return decodeBefore(type, bytes);
  const reader = new BinaryReader(bytes);
  reader.uint32();
  return decodeBefore('tableDescribed', new BinaryWriter().uint32(2 * 8 + 2).bytes(reader.bytes()).finish());
};
const encodeBefore =`,
  );
  return between(encoded, 'export const decodeEvent = (_type', 'const decodeBefore = (_type');
};

/** A version of connectors that cannot take in what happens to one table. */
const broken = (source: string, tableId: string): string =>
  between(
    source,
    'const { $case, value } = event',
    `if ((event as { value: { tableId: string } }).value.tableId === '${tableId}') throw new Error('this version cannot');\n    const { $case, value } = event`,
  );

/**
 * What the platform is made of while faults are made: toxiproxy before MongoDB, and between connectors and tables; and,
 * in profiles of their names, a later version of tables and a broken one of connectors.
 */
export const writeOverlay = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-faults-'));
  const place = (name: string): string => join(folder, name);
  const source = (path: string): string => readFileSync(join(root, path), 'utf8');
  writeFileSync(place('later.ts'), later(source(variants.later)));
  writeFileSync(place('broken.ts'), source(variants.broken));
  writeFileSync(
    place('links.json'),
    JSON.stringify(
      Object.entries(links).map(([name, { port, to }]) => ({
        name,
        listen: `0.0.0.0:${port}`,
        upstream: to,
        enabled: true,
      })),
    ),
  );
  const service = (name: keyof typeof variants, of: string, environment: object = {}): object => ({
    extends: { file: join(root, 'docker-compose.yml'), service: of },
    profiles: [name],
    environment,
    networks: { engines: { aliases: [of] } },
    volumes: [`${place(`${name}.ts`)}:/app/${variants[name]}:ro`],
  });
  const peers = {
    TESSERA_PEERS: services.map((name) => `${name}=${name === 'tables' ? 'toxiproxy:9091' : `${name}:9090`}`).join(','),
  };
  const file = place('compose.json');
  writeFileSync(
    file,
    JSON.stringify({
      services: {
        toxiproxy: {
          image: '${TOXIPROXY_IMAGE:-ghcr.io/shopify/toxiproxy:2.12.0}',
          networks: ['engines'],
          command: ['-host=0.0.0.0', '-config=/etc/toxiproxy.json'],
          volumes: [`${place('links.json')}:/etc/toxiproxy.json:ro`],
        },
        connectors: { environment: peers },
        later: service('later', 'tables'),
        broken: service('broken', 'connectors', peers),
      },
    }),
  );
  return {
    file,
    environment: { TESSERA_MONGO_URL: 'mongodb://toxiproxy:27017/?directConnection=true' },
    /** Says of which table the broken version of connectors cannot take anything in; before it starts. */
    breakFor: (tableId: string): void => writeFileSync(place('broken.ts'), broken(source(variants.broken), tableId)),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
};
export type Overlay = ReturnType<typeof writeOverlay>;
