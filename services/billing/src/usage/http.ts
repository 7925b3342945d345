import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import { requireRight } from '@tessera/proto/rights';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { invalid, refuses } from '../refusals.ts';
import type { Standings } from '../subscription/query.ts';
import { dayOf, daysBetween, startsAgain } from './days.ts';
import { runsBetween } from './query.ts';

const deadlineMs = 30_000;
const mostDays = 366;
const mostAutomations = 500;

const day = z.iso.date();
const limit = z.int().nullable().describe('Null where there is no limit');
const updated = z.iso.datetime().nullable().describe('Null where nothing was counted');

type Ports = Pick<ServicePorts, 'documents' | 'rpc' | 'clock'> & {
  readonly directory: Directory;
  readonly standing: Standings;
};

export const usageRoutes = ({ documents, rpc, clock, directory, standing }: Ports): RouteSet => {
  const tables = rpc.client(TablesServiceDefinition);
  const automations = rpc.client(AutomationsServiceDefinition);
  return [
    route({
      method: 'get',
      path: '/v3/account-usage',
      tag: 'billing',
      summary: 'What was used this month',
      description:
        'Automation runs and requests with API tokens of this month, in the zone of the organization, and the records of its fullest table; each with the limit of the plan.',
      access: 'api',
      allows: 'usage.read',
      responses: {
        200: z.strictObject({
          month_start: day,
          starts_again: day,
          runs: z.strictObject({ used: z.int(), limit, updated_at: updated }),
          api_calls: z.strictObject({ used: z.int(), limit, updated_at: updated }),
          database_rows: z.strictObject({
            used: z.int(),
            limit,
            table: z.strictObject({ id: z.string(), label: z.string() }).nullable(),
          }),
          days: z.array(z.strictObject({ day, total: z.int() })).describe('Runs by day; days without runs are absent'),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'usage.read');
        const { timezone } = await directory.facts(actor);
        const today = dayOf(clock(), timezone);
        const first = `${today.slice(0, 7)}-01`;
        const [runs, counted, { plan }] = await Promise.all([
          runsBetween({ documents }, actor.organizationId, first, today),
          tables.countRecords({}, { actor, deadlineMs }),
          standing(actor),
        ]);
        const fullest = counted.tables.toSorted((a, b) => b.records - a.records)[0];
        return {
          body: {
            month_start: first,
            starts_again: startsAgain(today),
            runs: {
              used: runs.total,
              limit: plan.maxAutomationRuns,
              updated_at: runs.updatedAt === 0 ? null : new Date(runs.updatedAt).toISOString(),
            },
            api_calls: {
              used: runs.calls,
              limit: plan.maxApiCalls,
              updated_at: runs.updatedAt === 0 ? null : new Date(runs.updatedAt).toISOString(),
            },
            database_rows: {
              used: fullest?.records ?? 0,
              limit: plan.maxDatabaseRows,
              table: fullest === undefined ? null : { id: fullest.id, label: fullest.label },
            },
            days: runs.days.map(({ day: on, total }) => ({ day: on, total })),
          },
        };
      },
    }),
    route({
      method: 'get',
      path: '/v3/account-usage/automations',
      tag: 'billing',
      summary: 'Runs of each automation',
      description:
        'How often each automation ran from one day to another, both counted; from the first of this month to today where none is named. Most runs first, at most 500.',
      access: 'api',
      allows: 'usage.read',
      query: z.strictObject({ start_day: day.optional(), end_day: day.optional() }),
      refuses: refuses('usage.invalid_days'),
      responses: {
        200: z.strictObject({
          start_day: day,
          end_day: day,
          total: z.int(),
          items: z.array(
            z.strictObject({ id: z.string(), title: z.string(), total: z.int(), type: z.enum(['no_code']) }),
          ),
        }),
      },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'usage.read');
        const { timezone } = await directory.facts(actor);
        const today = dayOf(clock(), timezone);
        const end = query.end_day ?? today;
        const start = query.start_day ?? `${end.slice(0, 7)}-01`;
        const length = daysBetween(start, end);
        if (length < 1 || length > mostDays) throw invalid('usage.invalid_days');
        const { total, by } = await runsBetween({ documents }, actor.organizationId, start, end);
        const most = [...by].toSorted((a, b) => b[1] - a[1]).slice(0, mostAutomations);
        const { names } = await automations.nameAutomations({ ids: most.map(([id]) => id) }, { actor, deadlineMs });
        const labels = new Map(names.map(({ id, label }) => [id, label]));
        return {
          body: {
            start_day: start,
            end_day: end,
            total,
            items: most.map(([id, count]) => ({
              id,
              title: labels.get(id) ?? id,
              total: count,
              type: 'no_code' as const,
            })),
          },
        };
      },
    }),
  ];
};
