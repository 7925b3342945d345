import { readFileSync, readdirSync } from 'node:fs';
import { posix, join } from 'node:path';

/** The files of the repository that a page or a comment may name, and what they say. */
export type Library = {
  /** Every file, relative to the root. */
  readonly files: ReadonlySet<string>;
  /** The text of those that people or programs read as text. */
  readonly texts: ReadonlyMap<string, string>;
};

const skipped = new Set(['node_modules', 'dist', 'gen', '.git', '.cache', 'test-results', 'fixtures']);
const readable = /\.(md|ts|tsx|mjs|proto|ya?ml|sh|css)$|Dockerfile$|Tiltfile$/;
/** What programs wrote, and this rule's own examples. */
const notRead = /^frontends\/kit\/src\/api\/openapi\.ts$|^infra\/verification\/architecture\/references\.(spec\.)?ts$/;

export const libraryOf = (root: string): Library => {
  const files = new Set<string>();
  const texts = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (skipped.has(entry.name) || path === 'data') continue;
      if (entry.isDirectory()) {
        files.add(path);
        walk(path);
      } else if (entry.isFile()) {
        files.add(path);
        if (readable.test(path) && !notRead.test(path)) texts.set(path, readFileSync(join(root, path), 'utf8'));
      }
    }
  };
  walk('');
  return { files, texts };
};

/** The anchors of a page, as the headings of Markdown make them. */
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    page.split('\n').flatMap((line) => {
      const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
      if (heading === undefined) return [];
      const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
      return [words.trim().replaceAll(' ', '-')];
    }),
  );

/** The numbers of a page's rules: paragraphs that begin with `12.` */
const rulesOf = (page: string): ReadonlySet<number> =>
  new Set(page.split('\n').flatMap((line) => (/^\d+\. /.test(line) ? [Number.parseInt(line, 10)] : [])));

/** The page that a file means by a path: from the root, from its own folder, or from one above it. */
const pageOf = ({ files }: Library, from: string, path: string): string | undefined => {
  if (files.has(path)) return path;
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const found = posix.join(folder, path);
    if (files.has(found)) return found;
    if (folder === '.') return undefined;
  }
};

/** A path of the repository in a page's code span, whole or shortened at its front: `imports/plan.ts`. */
const namedPath =
  /`((?:proto|infra|services|frontends|k8s|docs)\/[\w./-]+|[\w-]+\/[\w./-]+\.(?:ts|tsx|mjs|sh|proto|md))`/g;

/**
 * What a file points to that is not there: links and their sections, named files, `<page>.md 12`, `decision 7`. Each as
 * `file: what`.
 */
export const deadReferences = (library: Library, file: string, text: string): string[] => {
  const { files, texts } = library;
  const dead: string[] = [];
  const page = (path: string, what: string): string | undefined => {
    const found = pageOf(library, file, path);
    if (found === undefined) dead.push(`${file}: ${what}`);
    return found;
  };
  if (file.endsWith('.md')) {
    for (const [, target = ''] of text.matchAll(/\]\(([^()\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#', 2);
      const found = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!files.has(found.replace(/\/$/, ''))) dead.push(`${file}: ${target}`);
      else if (anchor !== undefined && !anchorsOf(texts.get(found) ?? '').has(anchor)) dead.push(`${file}: ${target}`);
    }
    for (const [, path = ''] of text.matchAll(namedPath)) {
      const whole = path.replace(/[./]+$/, '');
      if (files.has(whole) || /\/(dist|gen|node_modules)(\/|$)/.test(whole)) continue;
      if (![...files].some((one) => one.endsWith(`/${whole}`))) dead.push(`${file}: ${path}`);
    }
  } else {
    for (const [, path = '', anchor] of text.matchAll(/((?:[\w-]+\/)*[\w-]+\.md)\b(?:#([\w-]+))?/g)) {
      // `shape.mdy` and templates of names are no pages.
      const found = page(path, path);
      if (found !== undefined && anchor !== undefined && !anchorsOf(texts.get(found) ?? '').has(anchor))
        dead.push(`${file}: ${path}#${anchor}`);
    }
  }
  const numbered = /((?:[\w-]+\/)*(?:events|security)\.md)\)?[\s*/#]+(?:rule )?(\d+(?:(?:, | to | and )\d+)*)/g;
  for (const [what, path = '', numbers = ''] of text.matchAll(numbered)) {
    const found = pageOf(library, file, path);
    const known = rulesOf(texts.get(found ?? '') ?? '');
    if (!numbers.split(/\D+/).every((one) => known.has(Number(one))))
      dead.push(`${file}: ${what.replaceAll(/\s+/g, ' ')}`);
  }
  for (const [what, number = ''] of text.matchAll(/\bdecision (\d+)\b/gi)) {
    const start = `infra/decisions/${number.padStart(4, '0')}-`;
    if (![...files].some((one) => one.startsWith(start))) dead.push(`${file}: ${what}`);
  }
  return dead;
};

/** Decisions whose number another one has, or whose heading has another number than the file's name. */
export const misnumbered = ({ files, texts }: Library): string[] => {
  const decisions = [...files].filter((file) => /^infra\/decisions\/\d{4}-/.test(file));
  const numberOf = (file: string): number => Number(file.slice('infra/decisions/'.length).slice(0, 4));
  return decisions.filter(
    (file) =>
      decisions.some((other) => other !== file && numberOf(other) === numberOf(file)) ||
      !(texts.get(file) ?? '').startsWith(`# ${numberOf(file)}. `),
  );
};
