import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const root = new URL('../../../', import.meta.url).pathname;
const source = join(root, 'proto/client');

/** Where it is in the product: what programs install from. */
export const packageFile = 'tessera-client.tgz';

/** Imports of a module beside it, by the name that it has when it is built. */
const built = (text: string): string => text.replaceAll(/(from '\.\/[a-z-]+)\.ts';/g, "$1.js';");

/** A header and its file, as archives of `ustar` have them. */
const entry = (name: string, content: Buffer): Buffer => {
  const header = Buffer.alloc(512);
  const put = (text: string, at: number): void => void header.write(text, at, 'latin1');
  put(name, 0);
  put('0000644\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  // One moment for every build: the same package is the same bytes.
  put(`${(499_162_500).toString(8).padStart(11, '0')}\0`, 136);
  put('        0', 148);
  put('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
};

/**
 * Writes `@tessera/client` as npm installs it into `folder`: modules, types, the page that explains it and the licence.
 * Answers its bytes, or undefined where the compiler is not installed.
 */
export const buildApiClient = async (folder: string): Promise<number | undefined> => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  if (!existsSync(compiler)) return undefined;
  const made = mkdtempSync(join(tmpdir(), 'tessera-client-'));
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', source, '--outDir', made]);
    const { name, version, description, license, type, sideEffects } = JSON.parse(
      readFileSync(join(source, 'package.json'), 'utf8'),
    ) as Readonly<Record<string, unknown>>;
    const manifest = {
      name,
      version,
      description,
      license,
      type,
      sideEffects,
      engines: { node: '>=20' },
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
    };
    const files: readonly (readonly [string, string])[] = [
      ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
      ['README.md', readFileSync(join(source, 'README.md'), 'utf8')],
      ['LICENSE', readFileSync(join(root, 'LICENSE'), 'utf8')],
      ...readdirSync(made)
        .toSorted()
        .map((file) => [file, built(readFileSync(join(made, file), 'utf8'))] as const),
    ];
    const archive = Buffer.concat([
      ...files.map(([file, text]) => entry(`package/${file}`, Buffer.from(text))),
      Buffer.alloc(1024),
    ]);
    const packed = gzipSync(archive, { level: 9 });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, packageFile), packed);
    return packed.length;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
};
