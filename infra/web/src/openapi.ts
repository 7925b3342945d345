import { z } from 'zod';
import type { Route, RouteSet } from './route.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const errorSchema: JsonObject = {
  type: 'object', additionalProperties: false, required: ['error'],
  properties: {
    error: {
      type: 'object', additionalProperties: false, required: ['id', 'code', 'message'],
      properties: { id: { type: 'string', description: 'Names the request; quote it.' }, code: { type: 'string' }, message: { type: 'string' }, details: {} },
    },
  },
};

/** JSON Schema of one zod schema with its named parts moved to `components`; OpenAPI's references start at the document's root. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', components: JsonObject): Json => {
  const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
  const names = new Map<string, string>();
  const place = (local: string): string => {
    const known = names.get(local);
    if (known !== undefined) return known;
    const base = local.startsWith('__') ? `Schema${Object.keys(components).length + 1}` : local;
    const name = io === 'output' && components[base] !== undefined && components[`${base}Output`] === undefined ? `${base}Output` : base;
    names.set(local, name);
    return name;
  };
  const rewrite = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).filter(([key]) => key !== 'id' || typeof value.id !== 'string' || value.properties === undefined).map(([key, item]) => {
        if (key !== '$ref' || typeof item !== 'string') return [key, rewrite(item)];
        return [key, item === '#' ? `#/components/schemas/${place('__root')}` : `#/components/schemas/${place(item.replace('#/$defs/', ''))}`];
      }),
    );
  };
  for (const [local, definition] of Object.entries(($defs ?? {}) as JsonObject)) {
    // A named schema means the same thing everywhere: the first conversion stands for all of one direction.
    const rewritten = rewrite(definition);
    const plain = local.startsWith('__') ? undefined : components[local];
    if (plain !== undefined && JSON.stringify(plain) === JSON.stringify(rewritten)) {
      names.set(local, local);
      continue;
    }
    components[place(local)] = rewritten;
  }
  const rewritten = rewrite(own);
  if (names.has('__root')) {
    components[names.get('__root')!] = rewritten;
    return { $ref: `#/components/schemas/${names.get('__root')}` };
  }
  return rewritten;
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query', components: JsonObject): Json[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as { properties?: JsonObject; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: property }));
};

const titles: Readonly<Record<number, string>> = { 200: 'Done', 201: 'Made', 202: 'Accepted', 204: 'Done, nothing to say' };

const operationOf = (one: Route, components: JsonObject): JsonObject => {
  const parameters = [...parametersOf(one.params, 'path', components), ...parametersOf(one.query, 'query', components)];
  if (one.method !== 'get' && one.access !== 'public') {
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, description: 'The same key with the same request answers as the first time.', schema: { type: 'string', minLength: 1, maxLength: 200 } });
  }
  const responses: JsonObject = {};
  for (const [status, schema] of Object.entries(one.responses)) {
    const description = titles[Number(status)] ?? 'Refused';
    responses[status] = schema === 'empty' ? { description } : { description, content: { 'application/json': { schema: schemaOf(schema, 'output', components) } } };
  }
  responses.default = { description: 'Refused or failed', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
  const words = one.path.split('/').filter((part) => part !== '' && !/^v\d+$/.test(part)).map((part) => part.replace(/[{}]/g, ''));
  return {
    operationId: [one.method, ...words].join('_').replace(/[^A-Za-z0-9_]/g, '_'), summary: one.summary, tags: [one.tag],
    'x-allows': one.allows,
    ...(one.access === 'public' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(one.rawBody === true
      ? { requestBody: { required: true, content: { 'application/octet-stream': {}, 'multipart/form-data': {} } } }
      : one.body === undefined ? {} : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(one.body, 'input', components) } } } }),
    responses,
  };
};

/** The OpenAPI 3.1 document of all routes, from the schemas that validate them. `server` is the address below which the paths stand. */
export const openApi = (routes: RouteSet, info: { readonly title: string; readonly version: string; readonly server: string }): JsonObject => {
  const components: JsonObject = { Error: errorSchema };
  const paths: { [path: string]: JsonObject } = {};
  for (const one of routes) (paths[one.path] ??= {})[one.method] = operationOf(one, components);
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version, description: 'Errors are `{error: {id, code, message, details?}}`. Programs send `Authorization: Bearer <token>`.' },
    servers: [{ url: info.server }],
    security: [{ token: [] }, { session: [] }],
    tags: [...new Set(routes.map((one) => one.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'tessera', description: 'Changes also need the header x-requested-with: tessera.' },
      },
    },
  };
};
