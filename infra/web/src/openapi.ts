import { z } from 'zod';
import type { Route, RouteSet } from './route.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const errorSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'code', 'message'],
      properties: {
        id: { type: 'string', description: 'Names the request; quote it.' },
        code: { type: 'string' },
        message: { type: 'string' },
        details: {},
      },
    },
  },
};

/** What the document holds so far, with each named schema as zod gave it: the same name may mean another shape in the other direction. */
type Components = { readonly schemas: JsonObject; readonly given: Map<string, string> };

/** The name under which a definition stands: its own, or with its direction and a number where that name means something else. */
const nameFor = (local: string, definition: Json, io: 'input' | 'output', components: Components): string => {
  const text = JSON.stringify(definition);
  const base = local.startsWith('__') ? 'Schema' : local;
  for (let n = 0; ; n++) {
    const name = n === 0 ? base : `${base}${io === 'input' ? 'Input' : 'Output'}${n === 1 ? '' : n}`;
    const known = components.given.get(name);
    if (known === undefined) components.given.set(name, text);
    if (known === undefined || known === text) return name;
  }
};

/** JSON Schema of one zod schema with its named parts moved to `components`; OpenAPI's references start at the document's root. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', components: Components): Json => {
  const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
  const definitions = Object.entries(($defs ?? {}) as JsonObject);
  const names = new Map(definitions.map(([local, definition]) => [local, nameFor(local, definition, io, components)]));
  let recursive: string | undefined;
  const target = (reference: string): string => {
    if (reference === '#') return `#/components/schemas/${(recursive ??= nameFor('__root', own, io, components))}`;
    return `#/components/schemas/${names.get(reference.replace('#/$defs/', '')) ?? ''}`;
  };
  const rewrite = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== 'object' || value === null) return value;
    // zod repeats a schema's name as its `id`, which JSON Schema would take for an address.
    const isName = (key: string): boolean => key === 'id' && typeof value.id === 'string' && names.has(value.id);
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !isName(key))
        .map(([key, item]) => [key, key === '$ref' && typeof item === 'string' ? target(item) : rewrite(item)]),
    );
  };
  for (const [local, definition] of definitions) components.schemas[names.get(local)!] ??= rewrite(definition);
  const rewritten = rewrite(own);
  if (recursive === undefined) return rewritten;
  components.schemas[recursive] ??= rewritten;
  return { $ref: `#/components/schemas/${recursive}` };
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query', components: Components): Json[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as {
    properties?: JsonObject;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const titles: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted',
  204: 'Done, nothing to say',
};

const operationOf = (one: Route, components: Components): JsonObject => {
  const parameters = [...parametersOf(one.params, 'path', components), ...parametersOf(one.query, 'query', components)];
  if (one.method !== 'get' && one.access !== 'public') {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key with the same request answers as the first time.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    });
  }
  if (one.etag !== undefined) {
    parameters.push(
      one.method === 'get'
        ? {
            name: 'If-None-Match',
            in: 'header',
            required: false,
            description: 'The ETag of an earlier answer: 304 without a body where nothing changed.',
            schema: { type: 'string' },
          }
        : {
            name: 'If-Match',
            in: 'header',
            required: false,
            description: 'The ETag of what was read: 412 and nothing is written where it changed since.',
            schema: { type: 'string' },
          },
    );
  }
  const headers: JsonObject | undefined =
    one.etag === undefined ? undefined : { ETag: { description: one.etag, schema: { type: 'string' } } };
  const responses: JsonObject = {};
  for (const [status, schema] of Object.entries(one.responses)) {
    const description = titles[Number(status)] ?? 'Refused';
    const common: JsonObject = { description, ...(headers !== undefined && { headers }) };
    responses[status] =
      schema === 'empty'
        ? common
        : { ...common, content: { 'application/json': { schema: schemaOf(schema, 'output', components) } } };
  }
  if (one.etag !== undefined && one.method === 'get') responses[304] = { description: 'As it was', headers: headers! };
  if (one.etag !== undefined && one.method !== 'get')
    responses[412] = {
      description: 'Changed since',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  responses.default = {
    description: 'Refused or failed',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  const words = one.path
    .split('/')
    .filter((part) => part !== '' && !/^v\d+$/.test(part))
    .map((part) => part.replace(/[{}]/g, ''));
  return {
    operationId: [one.method, ...words].join('_').replace(/[^A-Za-z0-9_]/g, '_'),
    summary: one.summary,
    tags: [one.tag],
    'x-allows': one.allows,
    ...(one.access === 'public' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(one.rawBody === true
      ? { requestBody: { required: true, content: { 'application/octet-stream': {}, 'multipart/form-data': {} } } }
      : one.body === undefined
        ? {}
        : {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: schemaOf(one.body, 'input', components) } },
            },
          }),
    responses,
  };
};

/** What the document says of the product as a whole. */
export const apiInfo = { title: 'Tessera', version: '0.1.0', server: '/api' } as const;

/** The OpenAPI 3.1 document of all routes, from the schemas that validate them. `server` is the address below which the paths stand. */
export const openApi = (
  routes: RouteSet,
  info: { readonly title: string; readonly version: string; readonly server: string },
): JsonObject => {
  const components: Components = {
    schemas: { Error: errorSchema },
    given: new Map([['Error', 'the error of every answer']]),
  };
  const paths: { [path: string]: JsonObject } = {};
  for (const one of routes) (paths[one.path] ??= {})[one.method] = operationOf(one, components);
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: [
        'Errors are `{error: {id, code, message, details?}}`. Programs send `Authorization: Bearer <token>`.',
        'Decimals are numbers up to 15 digits and texts beyond ("100000000000000.01"); with `?numbers=text` they are always texts. Send long ones as texts as well: a number in a body is read digit by digit, but most programs round it before they send it.',
      ].join(' '),
    },
    servers: [{ url: info.server }],
    security: [{ token: [] }, { session: [] }],
    tags: [...new Set(routes.map((one) => one.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tessera',
          description: 'Changes also need the header x-requested-with: tessera.',
        },
      },
    },
  };
};
