import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUp, startProduct, type Client, type Product } from '../product/product.ts';

type Answer = { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };

/** An assistant of the Model Context Protocol, by the client that its programs use. */
describe('an assistant with a token', () => {
  let product: Product;
  let api: Client;
  let mcp: McpClient;
  const connect = async (token: string): Promise<McpClient> => {
    const client = new McpClient({ name: 'check', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${product.url}/api/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }) as never,
    );
    return client;
  };
  /** What a tool answers, as JSON. */
  const use = async <T>(name: string, input: object = {}): Promise<T> => {
    const answer = (await mcp.callTool({ name, arguments: { ...input } })) as Answer;
    const text = answer.content[0]!.text;
    if (answer.isError === true) throw new Error(text);
    return JSON.parse(text) as T;
  };

  beforeAll(async () => {
    product = await startProduct();
    api = await setUp(product.url);
    const { token } = await api.call<{ token: string }>('POST', 'v3/api-token', {
      name: 'Assistant',
    });
    mcp = await connect(token);
  });
  afterAll(async () => {
    await mcp?.close();
    await product?.stop();
  });

  it('finds a table, reads what it is made of, writes, and takes back what it wrote', async () => {
    await api.call('POST', 'v3/tables', {
      label: 'Boats',
      fields: [
        { name: 'Boat', type: 'singleLineText' },
        { name: 'Berth', type: 'number' },
      ],
    });
    const { tools } = await mcp.listTools();
    expect(tools.map(({ name }) => name)).toContain('query_records');
    const { tables } = await use<{ tables: { id: string; label: string }[] }>('list_tables');
    const table = tables.find(({ label }) => label === 'Boats')!.id;
    const { fields } = await use<{ fields: { name: string }[] }>('describe_table', { table });
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['Boat', 'Berth']));
    const made = await use<{ undo: string; records: { id: string }[] }>('create_records', {
      table,
      records: [{ fields: { Boat: 'Alma', Berth: 4 } }, { fields: { Boat: 'Brisa', Berth: 9 } }],
    });
    const found = await use<{ records: { fields: Record<string, unknown> }[] }>('query_records', {
      table,
      filter: { fieldId: 'Berth', operator: 'greaterThan', value: 5 },
    });
    expect(found.records.map(({ fields: of }) => of['Boat'])).toEqual(['Brisa']);
    await use('undo', { id: made.undo });
    expect(await use('query_records', { table })).toMatchObject({ records: [] });
  });

  it('is refused as everybody is, with the sentence of the API', async () => {
    await expect(use('describe_table', { table: 'nowhere' })).rejects.toThrow(/object_not_found/);
    await expect(use('create_records', { table: 'x', records: [] })).rejects.toThrow();
  });

  it('is nobody without a token', async () => {
    await expect(connect('nonsense')).rejects.toThrow();
    const answer = await fetch(`${product.url}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(answer.status).toBe(401);
  });
});
