import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import type { Platform } from '@tessera/engines/platform';
import type { Span, startCollector } from '@tessera/engines/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../product/browser.ts';
import { findChromium } from '../product/chromium.ts';
import type { Client } from '../product/product.ts';

/** The platform, set up, with a browser and a collector that keeps the spans which it is sent. */
export type Observed = {
  readonly platform: Platform;
  readonly collector: Awaited<ReturnType<typeof startCollector>>;
  /** Absent on a machine that can have none. */
  readonly browser: Browser | undefined;
  readonly api: Client;
};

const text = (path: string): string =>
  readFileSync(new URL(`../../../infra/observability/${path}`, import.meta.url), 'utf8');
/** Only a log on this process's own disk has these. */
const embeddedOnly = /tessera_log_sync_seconds/;
const metricsIn = (expression: string): readonly string[] => [
  ...new Set([...expression.matchAll(/\b((?:tessera|process)_[a-z0-9_]+)/g)].map(([, name = '']) => name)),
];

/** What is seen of the platform from outside: traces and figures. */
export const observing = (stand: () => Observed): void => {
  it.skipIf(findChromium() === undefined)(
    'makes one trace of a click: browser, gateway, gRPC, log, projection, Kafka and what another service makes of it',
    async () => {
      const { id } = await stand().api.call<{ id: string }>('POST', 'v3/tables', {
        label: 'Orders',
        fields: [{ name: 'Name', type: 'text' }],
      });
      const { page } = await signIn(stand().browser!, stand().platform.url);
      await page.goto(`/object/${id}`);
      await page.getByRole('button', { name: 'Table menu' }).click();
      const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
      await page.getByRole('menuitem', { name: 'Delete table' }).click();
      const traceId = /^00-([0-9a-f]{32})-/.exec((await deleted).headers()['traceparent'] ?? '')?.[1] ?? 'none';

      const ours = (): readonly Span[] =>
        stand()
          .collector.spans()
          .filter((span) => span.traceId === traceId);
      const seen = (): readonly string[] => ours().map(({ service, name }) => `${service}: ${name}`);
      await expect.poll(seen, { timeout: 60_000, interval: 500 }).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^tessera-gateway: DELETE /),
          // The page that follows shows which tables are left: one service asks another.
          'tessera-apps: tessera.tables.v1.TablesService/ListTables',
          'tessera-tables: tessera.tables.v1.TablesService/ListTables',
          expect.stringMatching(/^tessera-tables: DELETE /),
          'tessera-tables: tables.tables.archive',
          'tessera-tables: tables projection',
          'tessera-connectors: reaction connectors.tables-of-imports',
        ]),
      );
      // Each hangs on another of them; only the first hangs on what the browser did, which tells no span.
      const orphans = (): readonly Span[] => {
        const ids = new Set(ours().map(({ spanId }) => spanId));
        return ours().filter(
          ({ service, parentSpanId }) =>
            service !== 'tessera-gateway' && (parentSpanId === undefined || !ids.has(parentSpanId)),
        );
      };
      await expect.poll(orphans, { timeout: 60_000, interval: 500 }).toEqual([]);
      process.stdout.write(`${seen().toSorted().join('\n')}\n`);
    },
  );

  describe('shows Prometheus', () => {
    const dashboard = JSON.parse(text('grafana/dashboards/tessera.json')) as {
      readonly panels: readonly {
        readonly title: string;
        readonly targets: readonly { readonly expr: string; readonly legendFormat?: string }[];
      }[];
    };
    const targets = dashboard.panels.flatMap(({ title, targets: asked }) =>
      asked.map(({ expr, legendFormat = '' }) => ({
        title,
        expr,
        legend: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
      })),
    );
    const alerts = [...text('alerts/rules.yaml').matchAll(/expr: (.*)/g)].map(([, expr = '']) => expr);
    let prometheus = '';
    type Answer<T> = { readonly status: string; readonly error?: string; readonly data: T };
    const ask = async <T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<Answer<T>> =>
      (await (await fetch(`${prometheus}/api/v1/${path}?${new URLSearchParams(query)}`)).json()) as Answer<T>;

    beforeAll(async () => {
      prometheus = `http://${(await stand().platform.compose('port', 'prometheus', '9090')).trim().replace('0.0.0.0', '127.0.0.1')}`;
    });

    it('every figure that the dashboard and the alerts name', async () => {
      const asked = [...targets.map(({ expr }) => expr), ...alerts]
        .flatMap(metricsIn)
        .filter((name) => !embeddedOnly.test(name));
      expect(new Set(asked).size).toBeGreaterThan(12);
      await expect
        .poll(
          async () => {
            const { data } = await ask<readonly string[]>('label/__name__/values');
            return [...new Set(asked)].filter((name) => !data.includes(name));
          },
          { timeout: 60_000, interval: 1000 },
        )
        .toEqual([]);
    });

    it.each(targets.filter(({ expr }) => !embeddedOnly.test(expr)))(
      'what the panel "$title" asks for, with the labels that its legend names: $expr',
      async ({ expr, legend }) => {
        // Grafana's variables as it fills them in; nothing failed here, so every answer stands for a failed one.
        const query = expr
          .replaceAll('$service', '.*')
          .replaceAll('$__rate_interval', '1m')
          .replaceAll(',status=~"5.."', '');
        type Result = { readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[] };
        await expect
          .poll(
            async () => {
              // What is asked of a rate must have come twice; some figures move only when somebody does something.
              await stand().api.call('GET', 'v3/home');
              const { status, error, data } = await ask<Result>('query', { query });
              return {
                status,
                error,
                some: (data?.result.length ?? 0) > 0,
                labels: legend.every((label) => data?.result.every(({ metric }) => metric[label] !== undefined)),
              };
            },
            { timeout: 60_000, interval: 1000 },
          )
          .toEqual({ status: 'success', error: undefined, some: true, labels: true });
      },
    );

    it('rules of every alert that it could work out, none of them firing in the calm', async () => {
      type Groups = {
        readonly groups: readonly {
          readonly rules: readonly {
            readonly name: string;
            readonly health: string;
            readonly state: string;
            readonly lastError?: string;
          }[];
        }[];
      };
      const rules = async () => (await ask<Groups>('rules')).data.groups.flatMap((group) => group.rules);
      await expect
        .poll(async () => (await rules()).map(({ health }) => health), { timeout: 60_000, interval: 1000 })
        .toEqual(alerts.map(() => 'ok'));
      expect((await rules()).filter(({ state, name }) => state === 'firing' && !/Slow|EventLoop/.test(name))).toEqual(
        [],
      );
    });
  });
};
