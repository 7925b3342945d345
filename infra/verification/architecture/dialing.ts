import { parseSync } from 'oxc-parser';
import { isTest } from './rules.ts';

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** By module: what of it opens no connection and looks up no name. A module that is not named here does neither. */
const harmless: Readonly<Record<string, ReadonlySet<string>>> = {
  http: new Set(['createServer', 'STATUS_CODES', 'METHODS', 'maxHeaderSize']),
  https: new Set(['createServer']),
  http2: new Set(['createServer', 'createSecureServer', 'constants']),
  net: new Set(['createServer', 'isIP', 'isIPv4', 'isIPv6', 'BlockList']),
  tls: new Set(['createServer', 'createSecureContext', 'rootCertificates']),
  dgram: new Set(),
  dns: new Set(),
  'dns/promises': new Set(),
  undici: new Set(),
  nodemailer: new Set(),
};
const globals = new Set(['fetch', 'WebSocket', 'EventSource']);

/** What connects the installation's own parts, at addresses of its configuration, and why it is let be. */
export const mayDial: Readonly<Record<string, string>> = {
  'infra/dialer/src/dialer.ts': 'the way out',
  'infra/dialer/src/web.ts': 'HTTP over its connections',
  'infra/engines/src/platform.ts': 'the platform of tests',
  'infra/engines/src/toxiproxy.ts': 'an engine of tests',
  'infra/runtime/src/cluster/files.ts': 'the store of files',
  'proto/client/src/client.ts': 'programs and pages call the API by it; no service does',
  'infra/runtime/src/migrate/databases.ts': 'the database of the installation',
  'infra/runtime/src/operator.ts': "the operator's socket",
  'services/notifications/src/mail/smtp.ts': "SMTP over the dialer's connections",
  'services/gateway/src/upstreams.ts': 'the services behind the gateway',
};

/** Of a package that speaks to servers, any part of it. */
const plain = (module: string): string => module.replace(/^node:/, '').replace(/^(nodemailer|undici)\/.*$/, '$1');

/**
 * Where a file could dial out or look up a name, by its imports and by the globals that it calls, as lines. Not looked
 * at: tests, front ends, and drivers of engines, which a rule of their own keeps in their adapters.
 */
export const dialings = (file: string, text: string): number[] => {
  if (isTest(file) || file.startsWith('frontends/')) return [];
  const found: number[] = [];
  const { program, module } = parseSync(file, text);
  const lineAt = (start: number): number => text.slice(0, start).split('\n').length;
  const dials = (name: string, used: string | undefined): boolean => {
    const known = Object.hasOwn(harmless, plain(name)) ? harmless[plain(name)] : undefined;
    return known !== undefined && (used === undefined || !known.has(used));
  };
  for (const { start, moduleRequest, entries } of module.staticImports)
    if (entries.some((one) => !one.isType && dials(moduleRequest.value, one.importName.name ?? undefined)))
      found.push(lineAt(start));
  for (const { start, entries } of module.staticExports)
    for (const one of entries)
      if (one.moduleRequest && !one.isType && dials(one.moduleRequest.value, one.importName.name ?? undefined))
        found.push(lineAt(start));
  for (const { start, moduleRequest } of module.dynamicImports)
    if (dials(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), undefined)) found.push(lineAt(start));

  /** Names that the file gives to something of its own. */
  const own = new Set<string>();
  const called: { readonly name: string; readonly start: number }[] = [];
  const nameOf = (value: unknown): string | undefined =>
    isNode(value) && value.type === 'Identifier' ? String(value['name']) : undefined;
  const named = (pattern: unknown): void => {
    if (Array.isArray(pattern)) pattern.forEach(named);
    if (!isNode(pattern)) return;
    own.add(nameOf(pattern) ?? '');
    for (const part of ['params', 'items', 'properties', 'elements', 'value', 'left', 'argument']) named(pattern[part]);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (!isNode(node)) return;
    if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') named(node['id']);
    if (node.type.includes('Function')) named(node['params']);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const { callee } = node as { callee?: unknown };
      const member = isNode(callee) && callee.type === 'MemberExpression' ? callee : undefined;
      const name =
        member === undefined
          ? nameOf(callee)
          : nameOf(member['object']) === 'globalThis'
            ? `globalThis.${nameOf(member['property'])}`
            : nameOf(member['object']) === 'process' && nameOf(member['property']) === 'getBuiltinModule'
              ? 'globalThis.fetch'
              : undefined;
      if (name !== undefined) called.push({ name, start: node.start });
    }
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(program);
  for (const { name, start } of called) {
    const bare = name.replace(/^globalThis\./, '');
    if (globals.has(bare) && (bare !== name || !own.has(name))) found.push(lineAt(start));
  }
  return found;
};

/** Texts that the rule must find, and must not. */
export const plantedDialings: { readonly dialling: readonly string[]; readonly harmless: readonly string[] } = {
  dialling: [
    "import { request } from 'node:http';",
    "import { request } from 'https';",
    "import * as http from 'node:http';",
    "import http from 'node:http';",
    "import { createServer, get } from 'node:https';",
    "import { connect } from 'node:net';",
    "import { Socket } from 'node:net';",
    "import { connect } from 'node:tls';",
    "import { connect } from 'node:http2';",
    "import { createSocket } from 'node:dgram';",
    "import { lookup } from 'node:dns/promises';",
    "import { resolve4 } from 'dns';",
    "import { fetch as ask } from 'undici';",
    "import { createTransport } from 'nodemailer';",
    "const smtp = await import('nodemailer/lib/smtp-transport');",
    "export { request } from 'node:http';",
    "const { request } = await import('node:http');",
    "const net = process.getBuiltinModule('net');",
    "const answer = await fetch('https://example.com');",
    "const answer = await globalThis.fetch('https://example.com');",
    "const socket = new WebSocket('wss://example.com');",
    "const news = new EventSource('https://example.com');",
  ],
  harmless: [
    "import { createServer } from 'node:http';",
    "import type { IncomingMessage, Agent } from 'node:http';",
    "import { createServer, type Socket } from 'node:net';",
    "import { isIP } from 'node:net';",
    'const fetch = (place: number) => place; const row = fetch(3);',
    'const read = async ({ fetch }: Ports) => await fetch(3);',
    "import { request } from './request.ts';",
    "const text = 'fetch(url)';",
    'const rows = table.fetch(3);',
  ],
};
