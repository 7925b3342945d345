import { readFileSync, writeFileSync } from 'node:fs';
import openapi, { astToString } from 'openapi-typescript';

// `npm run api:types -w @tessera/kit -- http://localhost:8080` writes the types of a running product's API; with
// `--check` it only says whether they are still those.
const base = process.argv[2] ?? 'http://localhost:8080';
const target = new URL('../src/api/openapi.ts', import.meta.url);
const response = await fetch(new URL('/api/openapi.json', base));
if (!response.ok) throw new Error(`${base} answered ${response.status}`);
const document = (await response.json()) as { components: { schemas: Record<string, object> } };
// "Any JSON" names itself, which an alias of TypeScript may not: there it is unknown.
for (const [name, schema] of Object.entries(document.components.schemas)) {
  if (JSON.stringify(schema).includes(`"#/components/schemas/${name}"`)) document.components.schemas[name] = {};
}
const text = astToString(await openapi(JSON.stringify(document)));
if (process.argv.includes('--check')) {
  if (text !== readFileSync(target, 'utf8'))
    throw new Error('The API is another one than src/api/openapi.ts says: run `npm run api:types -w @tessera/kit`.');
} else writeFileSync(target, text);
