import { bounded, systemActor, type Actor } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { can } from '@tessera/proto/rights';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import type { Plan } from '../plans/plans.ts';
import type { BillingStore } from '../store.ts';
import type { Standings } from '../subscription/query.ts';
import { dayOf } from './days.ts';
import type { ReachedDocument } from './projection.ts';
import { unitsOf, usedBetween } from './query.ts';

const parts = [100, 90, 50] as const;
/** One organization is looked at this often at most, and its records are counted this often. */
const everyMs = 60_000;
const countedMs = 600_000;
const mostKept = 10_000;
const deadlineMs = 30_000;
/** People who are told, of those who manage the plan. */
const mostTold = 20;
const pageSize = 1_000;

/** The highest part of its limit that a meter has passed, in percent; 0 for none, and where there is no limit. */
export const passed = (used: number, limit: number | null): number =>
  limit === null || limit <= 0 ? 0 : (parts.find((part) => used * 100 >= part * limit) ?? 0);

export type Meters = {
  readonly runs: number;
  readonly api_calls: number;
  readonly lowcode: number;
  readonly ai_credits: number;
  readonly database_rows: number;
};
/** What each meter is held to. */
export const limitsOf = (plan: Plan): { readonly [M in keyof Meters]: number | null } => ({
  runs: plan.maxAutomationRuns,
  api_calls: plan.maxApiCalls,
  lowcode: plan.lowcodeLimit,
  ai_credits: plan.aiCredits,
  database_rows: plan.maxDatabaseRows,
});

type Ports = Pick<ServicePorts, 'documents' | 'clock' | 'log' | 'rpc' | 'settings'> & {
  readonly store: BillingStore;
  readonly directory: Directory;
  readonly standing: Standings;
};

type Managers = { readonly ids: readonly string[]; readonly actor: Actor | undefined };

export type Warnings = {
  /** Looks soon whether a meter of an organization passed a part of its limit; nobody waits for it. */
  look(organizationId: string): void;
  stop(): Promise<void>;
};

/** Tells those who manage the plan as a meter passes 50, 90 and 100 in a hundred of its limit, each once a month. */
export const createWarnings = ({
  documents,
  clock,
  log,
  rpc,
  settings,
  store,
  directory,
  standing,
}: Ports): Warnings => {
  const auth = rpc.client(AuthServiceDefinition);
  const tables = rpc.client(TablesServiceDefinition);
  const looked = bounded<string, number>(mostKept);
  const counted = bounded<string, { readonly at: number; readonly records: number }>(mostKept);
  const running = new Set<Promise<void>>();

  /** Who manages the plan: one of each role is asked for, since a role has its rights for all. */
  const managersOf = async (organizationId: string): Promise<Managers> => {
    const context = { actor: systemActor('billing', organizationId), deadlineMs };
    const byRole = new Map<string, string[]>();
    for (let after = '', more = true; more; more = after !== '') {
      const page = await auth.listUsers({ after, limit: pageSize, knownPosition: 0 }, context);
      for (const { id, active, seat, roleId } of page.users)
        if (active) byRole.set(`${roleId} ${seat}`, [...(byRole.get(`${roleId} ${seat}`) ?? []), id]);
      after = page.next;
    }
    const ids: string[] = [];
    let first: Actor | undefined;
    for (const members of byRole.values()) {
      const actor = await directory.present({ organizationId, userId: members[0]! });
      if (actor === undefined || !can(actor, 'plan.manage').allow) continue;
      first ??= actor;
      ids.push(...members);
    }
    return { ids: ids.slice(0, mostTold), actor: first };
  };

  /** The records of the fullest table, as they were some minutes ago. */
  const recordsOf = async (organizationId: string, actor: Actor | undefined): Promise<number> => {
    const known = counted.get(organizationId);
    if (actor === undefined || (known !== undefined && clock() - known.at < countedMs)) return known?.records ?? 0;
    const { tables: all } = await tables.countRecords({}, { actor, deadlineMs });
    const records = Math.max(0, ...all.map((one) => one.records));
    counted.set(organizationId, { at: clock(), records });
    return records;
  };

  const lookNow = async (organizationId: string): Promise<void> => {
    const system = systemActor('billing', organizationId);
    const [{ timezone }, { plan }] = await Promise.all([directory.facts(system), standing(system)]);
    const limits = limitsOf(plan);
    if (Object.values(limits).every((limit) => limit === null || limit <= 0)) return;
    const day = dayOf(clock(), timezone);
    const month = day.slice(0, 7);
    const [used, said, managers] = await Promise.all([
      usedBetween({ documents }, organizationId, `${month}-01`, day),
      documents.get<ReachedDocument>(organizationId, 'reached', month),
      managersOf(organizationId),
    ]);
    const meters: Meters = {
      runs: used.total,
      api_calls: used.calls,
      lowcode: unitsOf(used.micro),
      ai_credits: used.credits,
      database_rows: await recordsOf(organizationId, managers.actor),
    };
    for (const meter of Object.keys(meters) as (keyof Meters)[]) {
      const percent = passed(meters[meter], limits[meter]);
      if (percent <= (said?.meters[meter] ?? 0)) continue;
      const payload = { meter, percent, month, userIds: [...managers.ids] };
      await store.execute({ type: 'reachUsage', payload }, { actor: system, origin: 'system' });
    }
  };

  return {
    look: (organizationId) => {
      if (!settings.billing || clock() - (looked.get(organizationId) ?? Number.NEGATIVE_INFINITY) < everyMs) return;
      looked.set(organizationId, clock());
      const work = lookNow(organizationId)
        .catch((error: unknown) => log.warn('meters could not be looked at', { organizationId, error: String(error) }))
        .finally(() => running.delete(work));
      running.add(work);
    },
    stop: async () => {
      await Promise.all(running);
    },
  };
};
