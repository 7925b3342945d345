import { z } from 'zod';
import { namedBy } from './named.ts';
import { statuses } from './rejections.ts';
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

/** What a route may refuse, by status, as far as its facts tell. */
const refusalsOf = (one: Route): readonly (readonly [number, string])[] => {
  const closed = one.access !== 'public';
  const changes = one.method !== 'get';
  const named = one.path.includes('{');
  return [
    [400, 'Something of the request is not valid: `details.issues` names each place (`request.invalid`)'],
    ...(closed
      ? ([
          [401, 'The request has no token or session, or one that does not work (`invalid_token`)'],
          [403, `Your role or seat does not allow it: ${one.allows}`],
        ] as const)
      : []),
    ...(named ? [[404, 'Nothing that you may see has this id'] as const] : []),
    ...(changes && closed ? [[409, 'What is there has changed, or a rule of it refuses this'] as const] : []),
    ...(one.body !== undefined || one.rawBody === true
      ? ([
          [408, 'The body came too slowly (`request.too_slow`)'],
          [413, 'The body is larger than this address takes (`request.too_large`)'],
        ] as const)
      : []),
    ...(one.body !== undefined && closed
      ? [[422, 'Values break a rule of the table; `details` names them'] as const]
      : []),
    [429, 'Too many requests: wait for `Retry-After` (`request.limited`)'],
    [503, 'A part of Tessera is away or busy: wait for `Retry-After`'],
  ];
};

/** The codes that a route names, by status: a sentence for each of its own, the names of those that many have. */
const codesOf = (one: Route): ReadonlyMap<number, { readonly codes: readonly string[]; readonly text: string }> => {
  const { own, common } = namedBy(one);
  const found = new Map<number, { codes: string[]; own: string[]; common: string[] }>();
  for (const { code, kinds, means, heads } of [...own, ...common])
    for (const kind of kinds) {
      const at = statuses[kind];
      const entry = found.get(at) ?? { codes: [], own: [], common: [] };
      found.set(at, entry);
      entry.codes.push(code);
      const isOwn = own.some((refusal) => refusal.code === code);
      const shown = heads === undefined ? `\`${code}\`` : `\`${code}\` (${heads.join(', ')})`;
      if (isOwn) entry.own.push(`- ${shown}: ${means}`);
      else entry.common.push(shown);
    }
  return new Map(
    [...found].map(([status, entry]) => [
      status,
      {
        codes: entry.codes,
        text: [
          ...entry.own,
          ...(entry.common.length === 0 ? [] : [`- ${entry.own.length > 0 ? 'also ' : ''}${entry.common.join(', ')}`]),
        ].join('\n'),
      },
    ]),
  );
};

/** Of an answer: the codes that it may have. */
const codesKey = 'x-codes';

/** Of an operation that takes only ids that begin so. */
export const prefixed = 'x-prefix';

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
  const codes = codesOf(one);
  const described = new Map<number, string>([...codes.keys()].map((status) => [status, 'Refused']));
  for (const [status, refusal] of refusalsOf(one)) described.set(status, refusal);
  for (const [status, refusal] of [...described].toSorted(([a], [b]) => a - b)) {
    responses[status] ??= {
      description: refusal,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      ...(status === 401 && {
        headers: { 'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } } },
      }),
      ...((status === 429 || status === 503) && {
        headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
      }),
    };
    const named = codes.get(status);
    if (named === undefined) continue;
    const answer = responses[status] as JsonObject;
    answer.description = `${answer.description as string}\n\n${named.text}`;
    answer[codesKey] = [...named.codes];
  }
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
    ...(one.description === undefined ? {} : { description: one.description }),
    tags: [one.tag],
    'x-allows': one.allows,
    ...(one.prefix === undefined ? {} : { [prefixed]: one.prefix }),
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

type Answer = { description: string; [codesKey]?: readonly string[] };

/**
 * An operation of a path's rest of ids, with what one that takes a part of them refuses beside it: a caller who reads the
 * one page of both finds the codes of either.
 */
export const withCodesOf = (known: JsonObject, other: JsonObject): JsonObject => {
  const responses = { ...(known.responses as JsonObject) };
  for (const [status, answer] of Object.entries(other.responses as JsonObject)) {
    const [mine, theirs] = [responses[status], answer] as unknown as [Answer | undefined, Answer];
    if (mine === undefined || theirs[codesKey] === undefined) {
      responses[status] ??= answer;
      continue;
    }
    const more = theirs[codesKey].filter((code) => mine[codesKey]?.includes(code) !== true);
    if (more.length === 0) continue;
    const lines = theirs.description
      .split('\n')
      .filter((line) => more.some((code) => line.startsWith(`- \`${code}\``)));
    responses[status] = {
      ...(mine as unknown as JsonObject),
      description: [mine.description, ...lines].join('\n'),
      [codesKey]: [...(mine[codesKey] ?? []), ...more],
    };
  }
  return { ...known, responses };
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
  // A route that takes the rest of a path's ids stands for those that take a part of them.
  for (const one of routes.toSorted((a, b) => Number(a.prefix !== undefined) - Number(b.prefix !== undefined))) {
    const methods = (paths[one.path] ??= {});
    const known = methods[one.method] as JsonObject | undefined;
    methods[one.method] =
      known === undefined ? operationOf(one, components) : withCodesOf(known, operationOf(one, components));
  }
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
