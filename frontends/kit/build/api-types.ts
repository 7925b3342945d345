import { writeFileSync } from 'node:fs';
import openapi, { astToString } from 'openapi-typescript';

// `npm run api:types -w @tessera/kit -- http://localhost:8080`: writes the types of a running product's API, to compare ours with.
const base = process.argv[2] ?? 'http://localhost:8080';
const target = new URL('../dist/openapi.ts', import.meta.url);
const response = await fetch(new URL('/api/openapi.json', base));
if (!response.ok) throw new Error(`${base} answered ${response.status}`);
writeFileSync(target, astToString(await openapi(JSON.stringify(await response.json()))));
console.log(`Written to ${target.pathname}`);
