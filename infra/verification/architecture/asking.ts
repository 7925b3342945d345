import { isTest } from './rules.ts';

/** What asks a server by itself, or spells an address of the API. */
const asking =
  /(?<![.\w])(?:globalThis\.|window\.)?fetch\(|\bnew XMLHttpRequest|\.sendBeacon\(|['"`]\/api\/(?!docs['"])/;

/**
 * The typed client, uploads by another protocol, what asks for the addresses of the front ends themselves, the programs
 * that people take along or write, and the page of strangers, which loads none of the kit.
 */
const may = new Set([
  'frontends/administration/src/api/samples.ts',
  'frontends/administration/src/lowcode/starts.ts',
  'frontends/kit/src/api/client.ts',
  'frontends/kit/src/api/resumable.ts',
  'frontends/public/src/api.ts',
  'frontends/shell/src/remotes/remotes.ts',
]);

/**
 * Whether a page reaches the API beside its typed client: what it asks for then is no longer checked against the routes.
 */
export const asksUntyped = (file: string, text: string): boolean =>
  /^frontends\/[^/]+\/src\//.test(file) && !isTest(file) && !may.has(file) && asking.test(text);
