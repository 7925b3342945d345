import type { Field } from '@tessera/kit';
import { isWritten, fieldType, valueFormats } from '@tessera/fields';

export const operations = ['list', 'one', 'create', 'change', 'delete'] as const;
export type Operation = (typeof operations)[number];
/** What the API says of itself. */
export const openApiPath = '/api/openapi.json';
export const languages = ['curl', 'javascript', 'client', 'python'] as const;
export type Language = (typeof languages)[number];

/** What the examples are about: `recordId` is one that is there, or a word in its place. */
export type About = {
  /** `https://work.example`, without a slash at its end. */
  readonly base: string;
  readonly tableId: string;
  readonly recordId: string;
  readonly fields: readonly Field[];
};
/** `path` begins with `/api`; `route`, `names` and `query` are what it is made of. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly route: string;
  readonly names: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number>>;
  readonly body?: { readonly fields: Readonly<Record<string, unknown>> };
};

/** In an example: so many fields are written. */
const mostFields = 3;
const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);
/** What stands for something of another table or list is no value here. */
const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-z]{26}$/.test(value);

/** A value that the field takes, as the API writes it; undefined where none is known without its table's records. */
const exampleOf = ({ type, props }: Field): unknown => {
  const known = fieldType(type);
  if (known === undefined || !isWritten(known)) return undefined;
  const [option] = props.options ?? [];
  const example = valueFormats[type]?.example;
  if (option !== undefined) return isPlain(example) ? option.label : [option.label];
  return isPlain(example) && !isId(example) ? example : undefined;
};

/** Values for some of the table's own fields, by their names. */
export const exampleFields = (fields: readonly Field[], most = mostFields): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields
      .map((field) => [field.name, exampleOf(field)] as const)
      .filter(([, value]) => value !== undefined)
      .slice(0, most),
  );

/** The call of an operation on this table. */
export const callOf = (operation: Operation, { tableId, recordId, fields }: About): Call => {
  const call = (method: Call['method'], query: Call['query'], body?: Call['body']): Call => {
    const ofTable = operation === 'list' || operation === 'create';
    const said = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    return {
      method,
      path: `/api/v3/tables/${tableId}/records${ofTable ? '' : `/${recordId}`}${said === '' ? '' : `?${said}`}`,
      route: `/v3/tables/{table}/records${ofTable ? '' : '/{record}'}`,
      names: { table: tableId, ...(!ofTable && { record: recordId }) },
      query,
      ...(body !== undefined && { body }),
    };
  };
  const byName = { fieldKey: 'name' };
  if (operation === 'list') return call('GET', { ...byName, limit: 2 });
  if (operation === 'one') return call('GET', byName);
  if (operation === 'create') return call('POST', byName, { fields: exampleFields(fields) });
  if (operation === 'change') return call('PATCH', byName, { fields: exampleFields(fields, 1) });
  return call('DELETE', {});
};

/** The file of `@tessera/client` that this installation serves. */
export const clientPath = '/tessera-client.tgz';

const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curl = (address: string, { method, body }: Call): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${inShell(address)}`,
    '-H "Authorization: Bearer $TESSERA_TOKEN"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${inShell(JSON.stringify(body))}`]),
  ].join(' \\\n  ');

const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

const javascript = (address: string, { method, body }: Call): string =>
  [
    'const token = process.env.TESSERA_TOKEN;',
    `const answer = await fetch(${JSON.stringify(address)}, {`,
    ...(method === 'GET' ? [] : [`  method: "${method}",`]),
    body === undefined
      ? '  headers: { Authorization: `Bearer ${token}` },'
      : '  headers: {\n    Authorization: `Bearer ${token}`,\n    "Content-Type": "application/json",\n  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), 2)}),`]),
    '});',
    method === 'DELETE' ? 'console.log(answer.status);' : 'console.log(await answer.json());',
  ].join('\n');

const inPython = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}: ${inPython(one)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
};

const python = (address: string, { method, body }: Call): string =>
  [
    'import json',
    'import os',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${JSON.stringify(address)},`,
    `    method="${method}",`,
    '    headers={',
    `        "Authorization": "Bearer " + os.environ["TESSERA_TOKEN"],`,
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${inPython(body)}).encode(),`]),
    ')',
    'with urlopen(request) as answer:',
    method === 'DELETE' ? '    print(answer.status)' : '    print(json.load(answer))',
  ].join('\n');

/** By the package that knows every route; `send` of what answers nothing tells of the commit. */
const client = (address: string, { method, path, route, names, query, body }: Call): string => {
  const base = address.slice(0, -path.length);
  const asked =
    method === 'DELETE' ? `client.send("delete", "${route}", {` : `client.${method.toLowerCase()}("${route}", {`;
  const inside = (name: string, value: object): string => `  ${name}: ${indented(JSON.stringify(value, null, 2), 2)},`;
  return [
    `// npm install ${base}${clientPath}`,
    'import { createClient } from "@tessera/client";',
    '',
    'const client = createClient({',
    `  url: ${JSON.stringify(base)},`,
    '  token: process.env.TESSERA_TOKEN,',
    '});',
    `const answer = await ${asked}`,
    inside('path', names),
    ...(Object.keys(query).length === 0 ? [] : [inside('query', query)]),
    ...(body === undefined ? [] : [inside('body', body)]),
    '});',
    'console.log(answer);',
  ].join('\n');
};

const writers: Readonly<Record<Language, (address: string, call: Call) => string>> = {
  curl,
  javascript,
  client,
  python,
};

/** A program that does the operation, to be run as it is; it reads the token from `TESSERA_TOKEN`. */
export const sampleOf = (language: Language, operation: Operation, about: About): string => {
  const call = callOf(operation, about);
  return writers[language](about.base + call.path, call);
};
