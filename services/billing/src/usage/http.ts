import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import type { Actor } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { invalid, refuses } from '../refusals.ts';
import type { Standings } from '../subscription/query.ts';
import { dayOf, daysBetween, startsAgain } from './days.ts';
import type { StorageDocument } from './projection.ts';
import { unitsOf, usedBetween } from './query.ts';

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

  /** The days of a report: from the first of this month to today where none is named. */
  const asked = async (
    actor: Actor,
    query: { readonly start_day?: string | undefined; readonly end_day?: string | undefined },
  ) => {
    const { timezone } = await directory.facts(actor);
    const end = query.end_day ?? dayOf(clock(), timezone);
    const start = query.start_day ?? `${end.slice(0, 7)}-01`;
    const length = daysBetween(start, end);
    if (length < 1 || length > mostDays) throw invalid('usage.invalid_days');
    return { start, end };
  };

  return [
    route({
      method: 'get',
      path: '/v3/account-usage',
      tag: 'billing',
      summary: 'What was used this month',
      description:
        'Automation runs, requests with API tokens, low-code in GB*s and AI credits of this month, in the zone of the organization, the records of its fullest table, each with the limit of the plan; and the bytes of its files.',
      access: 'api',
      allows: 'usage.read',
      responses: {
        200: z.strictObject({
          month_start: day,
          starts_again: day,
          runs: z.strictObject({ used: z.int(), limit, updated_at: updated }),
          api_calls: z.strictObject({ used: z.int(), limit, updated_at: updated }),
          lowcode: z.strictObject({ used: z.number().describe('In GB*s'), limit, updated_at: updated }),
          ai_credits: z.strictObject({ used: z.int(), limit }),
          storage: z.strictObject({ used: z.int().describe('In bytes'), updated_at: updated }),
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
        const [used, counted, { plan }, storage] = await Promise.all([
          usedBetween({ documents }, actor.organizationId, first, today),
          tables.countRecords({}, { actor, deadlineMs }),
          standing(actor),
          documents.get<StorageDocument>(actor.organizationId, 'storage', 'all'),
        ]);
        const at = used.updatedAt === 0 ? null : new Date(used.updatedAt).toISOString();
        const fullest = counted.tables.toSorted((a, b) => b.records - a.records)[0];
        return {
          body: {
            month_start: first,
            starts_again: startsAgain(today),
            runs: { used: used.total, limit: plan.maxAutomationRuns, updated_at: at },
            api_calls: { used: used.calls, limit: plan.maxApiCalls, updated_at: at },
            lowcode: { used: unitsOf(used.micro), limit: plan.lowcodeLimit, updated_at: at },
            ai_credits: { used: used.credits, limit: plan.aiCredits },
            storage: {
              used: Math.max(0, storage?.bytes ?? 0),
              updated_at: storage === undefined ? null : new Date(storage.updatedAt).toISOString(),
            },
            database_rows: {
              used: fullest?.records ?? 0,
              limit: plan.maxDatabaseRows,
              table: fullest === undefined ? null : { id: fullest.id, label: fullest.label },
            },
            days: used.days.map(({ day: on, total }) => ({ day: on, total })),
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
        const { start, end } = await asked(actor, query);
        const { total, by } = await usedBetween({ documents }, actor.organizationId, start, end);
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
    route({
      method: 'get',
      path: '/v4/mgt/resources/metrics/lowcode',
      tag: 'billing',
      summary: 'What each function took',
      description:
        'Calls of each function from one day to another, both counted, and what they took in GB*s; from the first of this month to today where none is named. What took most first, at most 500.',
      access: 'api',
      allows: 'usage.read',
      query: z.strictObject({
        type: z.literal('fcn_per_interval').optional(),
        start_day: day.optional(),
        end_day: day.optional(),
      }),
      refuses: refuses('usage.invalid_days'),
      responses: {
        200: z.strictObject({
          start_day: day,
          end_day: day,
          total: z.number().describe('In GB*s'),
          functions: z.array(
            z.strictObject({
              reference_key: z.string(),
              label: z.string(),
              total_executions: z.int(),
              total_consumed: z.number().describe('In GB*s'),
            }),
          ),
        }),
      },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'usage.read');
        const { start, end } = await asked(actor, query);
        const { micro, functions } = await usedBetween({ documents }, actor.organizationId, start, end);
        const most = [...functions].toSorted((a, b) => b[1].micro - a[1].micro).slice(0, mostAutomations);
        const { names } = await automations.nameFunctions({ ids: most.map(([id]) => id) }, { actor, deadlineMs });
        const labels = new Map(names.map(({ id, label }) => [id, label]));
        return {
          body: {
            start_day: start,
            end_day: end,
            total: unitsOf(micro),
            functions: most.map(([id, used]) => ({
              reference_key: id,
              label: labels.get(id) ?? id,
              total_executions: used.calls,
              total_consumed: unitsOf(used.micro),
            })),
          },
        };
      },
    }),
  ];
};
