import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { apiInfo, route, type ApiHandler, type Route } from '@tessera/web';
import inject from 'light-my-request';
import { z } from 'zod';
import { operators } from '../docs/guide.ts';
import { tools, type Call } from './tools.ts';

/** Headers by which a call of a tool is the caller's own. */
const carried = ['authorization', 'cookie', 'origin', 'x-forwarded-for', 'user-agent', 'accept-language'] as const;
type Headers = Readonly<Record<string, string | undefined>>;
/** Sends a call to the API; answers its status, its text and what undoes it. */
type Send = (call: Call) => Promise<{ readonly status: number; readonly text: string; readonly undo?: string }>;

/** The answer as a text for a model: JSON, with `undo` where the call wrote. */
const told = (text: string, undo: string | undefined): string => {
  if (undo === undefined) return text === '' ? '{}' : text;
  return text.startsWith('{') && text.length > 2
    ? `{"undo":${JSON.stringify(undo)},${text.slice(1)}`
    : JSON.stringify({ undo });
};

const serverFor = (send: Send): McpServer => {
  const server = new McpServer(
    { name: 'tessera', title: 'Tessera', version: apiInfo.version },
    {
      instructions: `Tessera keeps the records of a company in tables. Begin with list_tables and describe_table. Every write can be undone with the id in its answer.

What a filter may ask of a field, by its type:

${operators()}`,
    },
  );
  for (const { name, title, description, input, does, call } of tools)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: z.strictObject(input),
        annotations: { readOnlyHint: does === 'reads', destructiveHint: does === 'deletes', openWorldHint: false },
      },
      async (given: unknown) => {
        const { status, text, undo } = await send(call(given as never));
        return { content: [{ type: 'text', text: told(text, undo) }], ...(status >= 400 && { isError: true }) };
      },
    );
  return server;
};

/** What a server answers to one message; undefined to one that asks for nothing. */
const answerTo = async (server: McpServer, message: JSONRPCMessage, signal: AbortSignal): Promise<unknown> => {
  const asks = 'id' in message && 'method' in message;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (reply) => {
      if (!('method' in reply)) resolve(reply);
    },
  };
  await server.connect(transport);
  const leave = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', leave, { once: true });
  try {
    transport.onmessage?.(message);
    return asks ? await promise : undefined;
  } finally {
    signal.removeEventListener('abort', leave);
    await server.close();
  }
};

const message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(200), z.number().int()]).optional(),
    method: z.string().min(1).max(100),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'McpMessage' });

/**
 * The server of the Model Context Protocol (Streamable HTTP, revision 2025-06-18, without sessions: each message is
 * answered as JSON). Its tools are calls of the API with the credentials of the request, so that rights, limits, history
 * and undo are the same as everywhere.
 */
export const mcpRoute = (api: () => ApiHandler): Route =>
  route({
    method: 'post',
    path: '/mcp',
    summary: 'The Model Context Protocol: tables, records and automations as tools of an assistant',
    description:
      'One JSON-RPC message a request, as Streamable HTTP without sessions has it. Give a program that speaks the protocol the address `https://your.server/api/mcp` and the header `Authorization: Bearer <token>`; it may do what the owner of the token may.',
    tag: 'Programs',
    access: 'api',
    allows: 'tables.view',
    body: message,
    bodyLimit: 4_194_304,
    responses: { 200: z.unknown(), 202: 'empty' },
    async handle({ body, headers, raw, signal }) {
      const own: Headers = headers;
      const send: Send = async ({ method, path, body: payload }) => {
        const response = await inject(api(), {
          method,
          url: `/api${path}`,
          headers: {
            ...Object.fromEntries(carried.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]))),
            host: own['host'] ?? 'localhost',
            accept: 'application/json',
            'accept-encoding': 'identity',
          },
          ...(payload !== undefined && { payload: payload as object }),
          ...(raw.socket.remoteAddress !== undefined && { remoteAddress: raw.socket.remoteAddress }),
        });
        const undo = response.headers['tessera-operation'] ?? response.headers['tessera-commit'];
        return {
          status: response.statusCode,
          text: response.payload,
          ...(undo !== undefined && { undo: String(undo) }),
        };
      };
      const reply = await answerTo(serverFor(send), body as JSONRPCMessage, signal);
      return reply === undefined ? { status: 202 } : { body: reply };
    },
  });
