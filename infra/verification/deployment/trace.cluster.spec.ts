import { execFileSync } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { startCollector, type Span } from '@tessera/engines/testing';
import { startPlatform, type Platform } from '@tessera/engines/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { client, owner, type Client } from '../product/product.ts';

const docker = (...args: readonly string[]): string => execFileSync('docker', args, { encoding: 'utf8' }).trim();

describe('one click', () => {
  let platform: Platform;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let browser: Browser;
  let api: Client;

  beforeAll(async () => {
    [platform, collector, browser] = await Promise.all([startPlatform({ environment: { TESSERA_TRACES_TO: 'http://traces:4318' } }), startCollector(), launch()]);
    const [gateway = ''] = (await platform.compose('ps', '--quiet', 'gateway')).split('\n');
    const project = docker('inspect', '--format', '{{index .Config.Labels "com.docker.compose.project"}}', gateway);
    docker('network', 'connect', '--alias', 'traces', `${project}_engines`, collector.container.getId());
    const code = /enter the code (\S+)/.exec(await platform.compose('logs', '--no-color', 'auth'))?.[1];
    api = client(platform.url, (await client(platform.url, '').call<{ token: string }>('POST', 'setup', { ...owner, code })).token);
  }, 900_000);
  afterAll(async () => {
    await browser?.close();
    // A network goes only when nobody is on it.
    await collector?.stop();
    await platform?.stop();
  }, 120_000);

  it('is one trace: browser, gateway, gRPC, log, projection, Kafka and what another service makes of it', async () => {
    const { id } = await api.call<{ id: string }>('POST', 'v3/tables', { label: 'Orders', fields: [{ name: 'Name', type: 'text' }] });
    const { page } = await signIn(browser, platform.url);
    await page.goto(`/object/${id}`);
    await page.getByRole('button', { name: 'Table menu' }).click();
    const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('menuitem', { name: 'Delete table' }).click();
    const traceId = /^00-([0-9a-f]{32})-/.exec((await deleted).headers()['traceparent'] ?? '')?.[1] ?? 'none';

    const ours = (): readonly Span[] => collector.spans().filter((span) => span.traceId === traceId);
    const seen = (): readonly string[] => ours().map(({ service, name }) => `${service}: ${name}`);
    await expect.poll(seen, { timeout: 60_000, interval: 500 }).toEqual(expect.arrayContaining([
      expect.stringMatching(/^tessera-gateway: DELETE /),
      // The page that follows shows which tables are left: one service asks another.
      'tessera-apps: tessera.tables.v1.TablesService/ListTables',
      'tessera-tables: tessera.tables.v1.TablesService/ListTables',
      expect.stringMatching(/^tessera-tables: DELETE /),
      'tessera-tables: tables.tables.archive',
      'tessera-tables: tables projection',
      'tessera-connectors: reaction connectors.tables-of-imports',
    ]));
    // Each hangs on another of them; only the first hangs on what the browser did, which tells no span.
    const orphans = (): readonly Span[] => {
      const ids = new Set(ours().map(({ spanId }) => spanId));
      return ours().filter(({ service, parentSpanId }) => service !== 'tessera-gateway' && (parentSpanId === undefined || !ids.has(parentSpanId)));
    };
    await expect.poll(orphans, { timeout: 20_000, interval: 500 }).toEqual([]);
    process.stdout.write(`${seen().toSorted().join('\n')}\n`);
  });
});
