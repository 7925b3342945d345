// Writes a working skeleton with its tests: npm run new service|frontend|field|view <name>.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './descriptions.ts';

type Kind = {
  /** Where a thing of this kind has its folder: it must not be there yet. */
  readonly folder: string;
  /** The name of the package that its folder is, where it is one. */
  readonly packageOf?: (name: string) => string;
  /** Lists that get a line for it: in `file`, an entry in the object that `list` begins, and its import. */
  readonly lists?: readonly { readonly file: string; readonly list: string; readonly from: string }[];
  readonly steps?: readonly (readonly [string, ...string[]])[];
  readonly next: (name: string) => string;
  /** Its name may have capitals within, as types of fields have. */
  readonly isCamel?: true;
};
const kinds: Readonly<Record<string, Kind>> = {
  service: {
    folder: 'services',
    packageOf: (name) => name,
    steps: [
      ['node', 'proto/generate.ts'],
      ['node', 'infra/generate/src/generate.ts'],
      // Its commands are released with it: logs name them.
      ['node', 'infra/verification/generations/write.ts', 'released'],
    ],
    next: (name) =>
      `npx vitest run services/${name} starts it and calls its routes. Its events are in proto/tessera/${name}, its rights in proto/rights/services/${name}.ts.`,
  },
  frontend: {
    folder: 'frontends',
    packageOf: (name) => `${name}-frontend`,
    steps: [['node', 'infra/generate/src/generate.ts']],
    next: (name) => `npm run build -- ${name} builds it, npm start shows it in the sidebar.`,
  },
  field: {
    folder: 'proto/fields/src',
    isCamel: true,
    lists: [
      { file: 'proto/fields/src/list.ts', list: 'const types = {', from: './NAME/type.ts' },
      { file: 'frontends/building/src/field-types/list.ts', list: 'const views: ', from: './NAME/view.tsx' },
    ],
    next: (name) =>
      `npx vitest run --project unit proto/fields frontends/building/src/field-types tries it; npm start shows it. Its rules are in proto/fields/src/${name}, its looks and texts in frontends/building/src/field-types/${name}. People are offered types in the order of proto/fields/src/list.ts.`,
  },
  view: {
    folder: 'proto/views',
    lists: [
      { file: 'proto/views/list.ts', list: 'const types = {', from: './NAME/type.ts' },
      { file: 'frontends/building/src/view-types/list.ts', list: 'const views: ', from: './NAME/view.ts' },
    ],
    // The types of the browser's client name the parts of a view.
    steps: [['node', 'infra/verification/api/types.ts']],
    next: (name) =>
      `npx vitest run --project unit proto/views frontends/building/src/view-types tries it; npm start shows it in the menu of views. Its configuration is in proto/views/${name}, its screen, settings and texts in frontends/building/src/view-types/${name}. People are offered types in the order of proto/views/list.ts.`,
  },
};

const fail = (text: string): never => {
  console.error(text);
  process.exit(2);
};

/** Words of TypeScript that no constant can be called by. */
const reserved: ReadonlySet<string> = new Set(
  'await break case catch class const continue debugger default delete else enum export extends false finally for function implements import instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);
const [kind = '', name = ''] = process.argv.slice(2);
const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
if (known === undefined) fail(`npm run new ${Object.keys(kinds).join('|')} <name>`);
const { folder, packageOf, lists = [], steps = [], next, isCamel = false } = known as Kind;
if (isCamel ? !/^[a-z][a-zA-Z]{2,19}$/.test(name) : !/^[a-z]{3,20}$/.test(name))
  fail(
    isCamel
      ? 'The name has 3 to 20 letters and begins with a small one: carPlate.'
      : 'The name is one word of 3 to 20 small letters.',
  );
if (reserved.has(name)) fail(`${name} is a word of the language: call it another name, such as ${name}Value.`);
if (existsSync(join(root, folder, name))) fail(`${folder}/${name} is there already.`);

const skeleton = join(import.meta.dirname, '../skeletons', kind);
const title = name[0]!.toUpperCase() + name.slice(1);
const named = (text: string): string => text.replaceAll('NAME', name).replaceAll('TITLE', title);
const written = readdirSync(skeleton, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name: file }) => {
    const from = join(parentPath, file);
    const to = named(from.slice(skeleton.length + 1).replace(/\.txt$/, ''));
    if (existsSync(join(root, to))) fail(`${to} is there already.`);
    mkdirSync(dirname(join(root, to)), { recursive: true });
    writeFileSync(join(root, to), named(readFileSync(from, 'utf8')));
    return to;
  });

const run = (command: string, args: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync(command === 'node' ? process.execPath : command, args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) fail(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
};
/** Adds a line to a list, after those that are there, and its import after the other imports. */
const list = ({ file, list: begin, from }: NonNullable<Kind['lists']>[number]): string => {
  const text = readFileSync(join(root, file), 'utf8');
  const start = text.indexOf(begin);
  const end = text.indexOf('\n}', start);
  const imports = text.lastIndexOf('\nimport ', start);
  const afterImports = text.indexOf('\n', imports + 1);
  if (start < 0 || end < 0 || imports < 0) return fail(`${file} has no list that begins with "${begin}".`);
  writeFileSync(
    join(root, file),
    `${text.slice(0, afterImports)}\nimport { ${name} } from '${named(from)}';${text.slice(afterImports, end)}\n  ${name},${text.slice(end)}`,
  );
  return file;
};
const listed = lists.map(list);

if (packageOf) {
  // The lock file names every workspace; nothing is fetched for one more.
  run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--offline']);
  const link = join(root, 'node_modules/@tessera', packageOf(name));
  if (!existsSync(link)) symlinkSync(join('../..', folder, name), link);
}
for (const [command, ...args] of steps) run(command, args);
const prettier = join(root, 'node_modules/.bin/prettier');
run(prettier, [
  '--write',
  '--log-level',
  'warn',
  ...[...written, ...listed].filter((file) => /\.(tsx?|json)$/.test(file)),
]);

const lines = listed.length === 0 ? '' : `\nA line each in:\n  ${listed.join('\n  ')}`;
console.log(`Written:\n  ${written.join('\n  ')}${lines}\n${next(name)}`);
