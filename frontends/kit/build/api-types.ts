import { readFileSync, writeFileSync } from 'node:fs';
import openapi, { astToString } from 'openapi-typescript';

// `npm run api:types -w @tessera/kit -- http://localhost:8080` writes the types of a running product's API; with
// `--check` it only says whether they are still those.
const base = process.argv[2] ?? 'http://localhost:8080';
const target = new URL('../../../proto/client/src/openapi.ts', import.meta.url);
const response = await fetch(new URL('/api/openapi.json', base));
if (!response.ok) throw new Error(`${base} answered ${response.status}`);
type Schema = { properties?: Record<string, object>; $ref?: string };
type Content = { content?: Record<string, { schema?: Schema }> };
type Answered = {
  responses?: Record<string, Content>;
  parameters?: readonly { in: string; name: string }[];
  requestBody?: Content;
};
const document = (await response.json()) as {
  paths: Record<string, Record<string, Answered>>;
  components: { schemas: Record<string, Schema> };
};
const { schemas } = document.components;

/** The names that a body in JSON has at its top. */
const namesOf = ({ content }: Content = {}): readonly string[] => {
  const schema = content?.['application/json']?.schema;
  const named = schema?.$ref?.split('/').at(-1);
  return Object.keys((named === undefined ? schema : schemas[named])?.properties ?? {});
};
/** Where a list goes on: what its answer calls the mark, what the next call does, and whether its query or body says it. */
const pagedBy = ({ responses = {}, parameters = [], requestBody }: Answered) => {
  const answered = namesOf(responses['200']);
  const mark = ['previous', 'next'].find((name) => answered.includes(name));
  const query = parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : []));
  const body = namesOf(requestBody);
  const param = (mark === 'previous' ? ['before'] : ['after', 'before']).find((name) =>
    [...query, ...body].includes(name),
  );
  return mark === undefined || param === undefined
    ? undefined
    : [mark, param, query.includes(param) ? 'query' : 'body'];
};
const paged = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const by = pagedBy(operation);
    return by === undefined ? [] : [`  '${method} ${path}': ['${by.join("', '")}'],\n`];
  }),
);

/** A schema that stands in the types as the type of this name, of `known.ts` beside them. */
const as = (type: string): Schema => ({ const: `known:${type}` }) as Schema;
// What the document leaves open because it is as wide as what is kept: the pages read it by the types of its modules.
const properties = {
  'View.config': 'ViewConfig',
  'HeldPermissions.flags': 'Permissions["flags"]',
  'RolePermissions.flags': 'Permissions["flags"]',
};
for (const [place, type] of Object.entries(properties)) {
  const [name = '', property = ''] = place.split('.');
  if (schemas[name]?.properties?.[property] === undefined) throw new Error(`The document has no ${place}.`);
  schemas[name].properties[property] = as(type);
}
// One more field type with a property of its own changes none of these.
const parts = [
  [/^Filter\d*$/, 'Filter'],
  [/^ViewConfig$/, 'ViewConfig'],
  [/^FieldProps$/, 'FieldProps'],
  [/^(?:Import)?FieldPropsInput$/, 'FieldPropsInput'],
] as const;
for (const [pattern, type] of parts) {
  const names = Object.keys(schemas).filter((name) => pattern.test(name));
  if (names.length === 0) throw new Error(`The document has no ${pattern.source}.`);
  for (const name of names) schemas[name] = as(type);
}
for (const name of Object.keys(schemas)) {
  // "Any JSON" names itself, which an alias of TypeScript may not: there it is unknown.
  if (JSON.stringify(schemas[name]).includes(`"#/components/schemas/${name}"`)) schemas[name] = {};
}
// Every refusal has the shape of the answer that no status names: one more code or status changes nothing here.
for (const { responses = {} } of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
  for (const status of Object.keys(responses)) if (Number(status) >= 400) delete responses[status];
// A body need not say what has a default.
const written = astToString(await openapi(JSON.stringify(document), { defaultNonNullable: false }));
const lists = `/** Routes whose lists come in pages: the mark of an answer, what takes it, and where. */
export const paged = {\n${paged.join('')}} as const;\n`;
const text = `import type * as known from './known.ts';\n\n${lists}\n${written.replaceAll(
  /"known:((?:[^"\\]|\\.)*)"/g,
  (_, name: string) => `known.${name.replaceAll('\\"', '"')}`,
)}`;
if (process.argv.includes('--check')) {
  if (text !== readFileSync(target, 'utf8'))
    throw new Error('The API is another one than proto/client/src/openapi.ts says: run `npm run api:types`.');
} else writeFileSync(target, text);
