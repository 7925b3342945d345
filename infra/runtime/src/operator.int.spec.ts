import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askOperator, serveOperator, type OperatorCommands } from './operator.ts';

let data: string;
const ends: (() => Promise<void> | void)[] = [];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tessera-operator-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(data, { recursive: true, force: true });
});

const serve = async (commands: OperatorCommands): Promise<() => Promise<void>> => {
  const stop = await serveOperator(data, commands);
  ends.push(stop);
  return stop;
};

/** Another program on the port that a killed product left in its folder. */
const other = async (answer: RequestListener): Promise<void> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => void server.close());
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(data, 'operator.json'), JSON.stringify({ port, secret: 's'.repeat(43) }));
};

describe('a command beside the running product', () => {
  it('tells how far it is while it works, so that nothing gives it up however long it takes', async () => {
    const gate = Promise.withResolvers<void>();
    await serve({
      slow: async (_input, tell) => {
        tell('tables: 0 commits rewritten, 2 to go');
        await gate.promise;
        tell('tables: 2 commits rewritten, 0 to go');
        return { commits: 2 };
      },
    });
    const heard: string[] = [];
    const asked = askOperator(data, 'slow', {}, (line) => heard.push(line));
    await vi.waitFor(() => expect(heard).toEqual(['tables: 0 commits rewritten, 2 to go']));
    gate.resolve();
    expect(await asked).toEqual({ answer: { commits: 2 } });
    expect(heard).toHaveLength(2);
  });

  it('says that it goes on at the next start where the product stops before it is done', async () => {
    const begun = Promise.withResolvers<void>();
    const stop = await serve({
      endless: () => {
        begun.resolve();
        return new Promise(() => undefined);
      },
      quick: async () => 7,
    });
    const asked = askOperator(data, 'endless', {}).catch((error: Error) => error.message);
    await begun.promise;
    expect(await askOperator(data, 'quick', {})).toEqual({ answer: 7 });
    await stop();
    expect(await asked).toMatch(/^Tessera is stopping. What it had accepted goes on when it starts again/);
  });

  it('says so as well where the product is killed', async () => {
    await other((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write('{"doing":"tables: 1 commits rewritten"}\n', () => response.destroy());
    });
    const heard: string[] = [];
    await expect(askOperator(data, 'slow', {}, (line) => heard.push(line))).rejects.toThrow(
      /^Tessera ended before it had answered/,
    );
    expect(heard).toEqual(['tables: 1 commits rewritten']);
  });

  it('is for nobody where another program has the port', async () => {
    await other((_request, response) => response.end('hello'));
    expect(await askOperator(data, 'quick', {})).toBeUndefined();
  });
});
