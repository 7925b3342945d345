import { findAll } from '@tessera/document-store/pages';
import { bounded as boundedMap, isRejection, type Actor, type PayloadOf } from '@tessera/kernel';
import { stepType, type Program } from '@tessera/proto/automations';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { heldElsewhere, holding } from '@tessera/shared-state';
import type { Tables } from '../access/tables.ts';
import { programOf } from '../automations/evolve.ts';
import { createIssues } from '../automations/issues.ts';
import { versionId, type AutomationDocument, type VersionDocument } from '../automations/projection.ts';
import { hereOf, peopleOf } from '../access/people.ts';
import { hashOf } from '../named.ts';
import { rejection } from '../refusals.ts';
import { inputOf } from '../steps/list.ts';
import type { Hands, Outcome } from '../steps/step.ts';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { AutomationsCommands } from '../write.ts';
import { bounded, carryOut, causeOf, failureOf, scopeOf, type Got } from './carry.ts';
import { isOpen } from './evolve.ts';
import { nextOf, type Todo } from './next.ts';
import { answerPath, type Payload, type Payloads } from './payloads.ts';
import { queueId, turnOf, type QueueDocument, type RunDocument, type WaitingDocument } from './projection.ts';
import { backOff, mostAttempts } from './starts.ts';
import { waitEnd, waits } from './waits.ts';

export type Timing = {
  /** How often a process looks for runs that nobody carries out. */
  readonly sweepMs: number;
  /** The wait before the next try, in ms. */
  readonly backOff: (attempts: number, random: number) => number;
};
export const usualTiming: Timing = { sweepMs: 15_000, backOff };

/** Runs of one organization at once. */
const atOnce = 4;
const pageSize = 200;
/** So long it is not asked again whether everything that a version names is there. */
const wholeMs = 2_000;
const broken = { code: 'automations.broken', reason: 'A table or field that this automation names is gone.' };
/** Steps of a run before others have their turn. */
const slice = 20;

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'clock' | 'log' | 'dialer'> & {
  readonly store: AutomationsStore;
  readonly tables: Tables;
  readonly directory: Directory;
  readonly payloads: Payloads;
  readonly functions: Hands['functions'];
  readonly others: Hands['others'];
};

/**
 * Carries runs out, one organization at a time by one process. What was done stands in the log, so a restart goes on
 * behind it; what was under way is done again with the key of before, by which it changes nothing twice.
 */
export const createRunner = (ports: Ports, timing: Timing = usualTiming, random: () => number = Math.random) => {
  const { store, documents, leases, clock, log, dialer, tables, directory, payloads, functions, others } = ports;
  const running = new Map<string, Promise<void>>();
  /** Asked for while it ran. */
  const again = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  let stopping = false;
  let sweeper: NodeJS.Timeout | undefined;

  const issuesFor = createIssues({ tables, directory, documents });
  /** Until when a version is known to be whole, by its id: many runs ask at once. */
  const whole = boundedMap<string, number>(1_000);

  /** Whether something that it names is gone: then it would write nonsense, and goes off. */
  const isBroken = async (organizationId: string, run: RunDocument, program: Program): Promise<boolean> => {
    const id = versionId(run.automationId, run.version);
    if ((whole.get(id) ?? 0) > clock()) return false;
    const automation = await documents.get<AutomationDocument>(organizationId, 'automations', run.automationId);
    if (automation === undefined) return true;
    await ownerOf(organizationId, run.automationId);
    if ((await issuesFor(organizationId, automation.ownerId, program)).length > 0) {
      const payload = { automationId: run.automationId, reason: 'broken' };
      // A later version may be whole again.
      if (automation.published?.version === run.version)
        await store.execute({ type: 'stopAutomation', payload }, asSystem(organizationId));
      return true;
    }
    whole.set(id, clock() + wholeMs);
    return false;
  };

  const tell = <T extends 'beginStep' | 'delayStep' | 'finishStep' | 'endRun'>(
    organizationId: string,
    type: T,
    payload: PayloadOf<AutomationsCommands[T]>,
  ): Promise<unknown> => store.execute({ type, payload }, asSystem(organizationId));

  const runOf = (organizationId: string, runId: string): Promise<RunDocument | undefined> =>
    documents.get<RunDocument>(organizationId, 'runs', runId);

  const hands: Hands = { tables, dialer, functions, others, ...peopleOf(directory) };

  /** Whose rights it has, as they are now. Throws where there is nobody any more. */
  const ownerOf = async (organizationId: string, automationId: string): Promise<Actor> => {
    const automation = await documents.get<AutomationDocument>(organizationId, 'automations', automationId);
    const actor =
      automation === undefined ? undefined : await directory.present({ organizationId, userId: automation.ownerId });
    if (actor === undefined) throw rejection('forbidden', 'automations.owner_missing');
    return actor;
  };

  /** Who is told that it failed. */
  const ownersOf = async (organizationId: string, automationId: string): Promise<readonly string[]> => {
    const automation = await documents.get<AutomationDocument>(organizationId, 'automations', automationId);
    return automation === undefined ? [] : [automation.ownerId];
  };

  const finish = async (organizationId: string, run: RunDocument, todo: Todo & { readonly do: 'step' }, got: Got) => {
    const { path, step } = todo;
    const runId = run.id;
    const attempt = todo.attempts + (todo.begun ? 0 : 1);
    try {
      bounded(run);
      const actor = await ownerOf(organizationId, run.automationId);
      const scope = await scopeOf(todo, got);
      if (stepType(step.type)?.effect === 'outside' && !todo.begun)
        await tell(organizationId, 'beginStep', { runId, path, attempt });
      const now = clock();
      const { input, outcome } = await carryOut(todo, scope, {
        actor,
        cause: causeOf(run, path),
        hands,
        compute: await hereOf(directory, actor, now),
        now,
        begun: todo.begun,
        simulated: false,
      });
      if (outcome.asks !== undefined) {
        const { people, until } = outcome.asks;
        await payloads.put(organizationId, runId, path, { input, output: outcome.output });
        const wait = { runId, path, attempt: 0, until, code: '', reason: '', tells: people };
        await tell(organizationId, 'delayStep', wait);
        later(organizationId, until - now);
        return;
      }
      await done(organizationId, runId, path, attempt, { input, output: outcome.output }, outcome);
    } catch (error) {
      const { code, reason, again: later } = failureOf(error);
      if (!isRejection(error)) log.error('a step of an automation failed', { runId, path, error: String(error) });
      if (later && attempt < mostAttempts) {
        const until = clock() + timing.backOff(attempt, random());
        await tell(organizationId, 'delayStep', { runId, path, attempt, until, code, reason, tells: [] });
        return;
      }
      await failed(organizationId, run, todo, got, error, attempt);
    }
  };
  const failed = async (
    organizationId: string,
    { id: runId, automationId }: Pick<RunDocument, 'id' | 'automationId'>,
    todo: Todo & { readonly do: 'step' },
    got: Got,
    error: unknown,
    attempt: number,
  ): Promise<void> => {
    const { path } = todo;
    const { code, reason } = failureOf(error);
    const input = await givenTo(organizationId, automationId, todo, got);
    await payloads.put(organizationId, runId, path, { input, output: {} });
    const ends = { lane: '', items: 0, payloadHash: '', tells: [], mails: 0 };
    await tell(organizationId, 'finishStep', { runId, path, attempt, state: 'failed', code, reason, ...ends });
  };
  /** Ends a step that asked: with what somebody answered, or because nobody did in time. */
  const answered = async (
    organizationId: string,
    runId: string,
    { path, lane, by }: { readonly path: string; readonly lane: 'then' | 'else'; readonly by: string },
  ): Promise<void> => {
    // Not by what this turn remembers: it is another from here on.
    const asked = await payloads.get(organizationId, runId, path);
    const note = by === '' ? undefined : await payloads.get(organizationId, runId, answerPath(path, by));
    const told = { approved: lane === 'then', person: by === '' ? null : by, note: note?.output['note'] ?? '' };
    const output = { ...asked?.output, ...told };
    await done(organizationId, runId, path, 0, { input: asked?.input ?? {}, output }, { lane });
  };
  /** Until when a step waits; undefined where it failed, since nobody can tell. */
  const endOf = async (
    organizationId: string,
    run: RunDocument,
    todo: Todo & { readonly do: 'step' },
    got: Got,
  ): Promise<number | undefined> => {
    try {
      const actor = await ownerOf(organizationId, run.automationId);
      const { timezone: zone } = await directory.facts(actor);
      const now = clock();
      return waitEnd(todo.step, await scopeOf(todo, got), await hereOf(directory, actor, now), { now, zone });
    } catch (error) {
      await failed(organizationId, run, todo, got, error, 1);
      return undefined;
    }
  };
  /** What a step that failed was given. */
  const givenTo = async (
    organizationId: string,
    automationId: string,
    todo: Pick<Todo & { readonly do: 'step' }, 'step' | 'before' | 'turns'>,
    got: Got,
  ): Promise<Payload['input']> => {
    try {
      const actor = await ownerOf(organizationId, automationId);
      return inputOf(todo.step, await scopeOf(todo, got), await hereOf(directory, actor, clock()));
    } catch {
      // A formula that cannot be computed, or an owner who is gone: then what stands in the step.
      return todo.step.config;
    }
  };

  const done = async (
    organizationId: string,
    runId: string,
    path: string,
    attempt: number,
    payload: Payload,
    { lane, items = [], tells = [], mails = 0 }: Omit<Outcome, 'output'>,
  ): Promise<void> => {
    await payloads.put(organizationId, runId, path, payload);
    await tell(organizationId, 'finishStep', {
      runId,
      path,
      attempt,
      state: 'done',
      lane: lane ?? '',
      items: items.length,
      code: '',
      reason: '',
      payloadHash: hashOf(payload),
      tells,
      mails,
    });
  };

  /** Takes a run on until it ends, waits, or others have their turn. */
  const advance = async (organizationId: string, runId: string, lost: AbortSignal): Promise<void> => {
    const kept = new Map<string, Payload | undefined>();
    const got: Got = async (path) => {
      if (!kept.has(path)) kept.set(path, await payloads.get(organizationId, runId, path));
      return kept.get(path);
    };
    for (let steps = 0; steps < slice && !stopping && !lost.aborted; steps++) {
      const run = await runOf(organizationId, runId);
      if (run === undefined || !isOpen(run)) return;
      const version = await documents.get<VersionDocument>(
        organizationId,
        'versions',
        versionId(run.automationId, run.version),
      );
      const end = async (state: 'done' | 'failed', why: { code: string; reason: string; path: string }) => {
        const tells = state === 'failed' ? await ownersOf(organizationId, run.automationId) : [];
        await tell(organizationId, 'endRun', { runId, state, ...why, tells });
      };
      if (version === undefined) {
        await end('failed', { code: 'automations.version_not_found', reason: 'Its version is gone.', path: '' });
        return;
      }
      const program = programOf(version.draft);
      if (steps === 0 && (await isBroken(organizationId, run, program))) {
        await end('failed', { ...broken, path: '' });
        return;
      }
      const todo = nextOf(program.steps, run.steps);
      switch (todo.do) {
        case 'end':
          await end('done', { code: '', reason: '', path: '' });
          return;
        case 'fail':
          await end('failed', { code: todo.code, reason: todo.reason, path: todo.path });
          return;
        case 'answer':
          await answered(organizationId, runId, todo);
          break;
        case 'wait': {
          if (todo.until > clock()) return;
          if (todo.step.type === 'approval' && todo.attempts === 0) {
            await answered(organizationId, runId, { ...todo, lane: 'else', by: '' });
            break;
          }
          if (waits(todo.step.type) && todo.attempts === 0) {
            const input = await givenTo(organizationId, run.automationId, todo, got);
            await done(organizationId, runId, todo.path, 0, { input, output: {} }, {});
          } else await finish(organizationId, run, { ...todo, do: 'step', begun: false }, got);
          break;
        }
        case 'step': {
          if (waits(todo.step.type)) {
            const until = await endOf(organizationId, run, todo, got);
            if (until === undefined) break;
            const wait = { runId, path: todo.path, attempt: 0, until, code: '', reason: '', tells: [] };
            await tell(organizationId, 'delayStep', wait);
            later(organizationId, until - clock());
            return;
          }
          await finish(organizationId, run, todo, got);
          break;
        }
      }
    }
  };

  /** One that cannot be carried on ends, so that it holds up no other. */
  const carry = async (organizationId: string, runId: string, lost: AbortSignal): Promise<void> => {
    try {
      await advance(organizationId, runId, lost);
    } catch (error) {
      if (stopping || (isRejection(error) && error.kind === 'unavailable')) throw error;
      log.error('a run of an automation failed', { runId, error: String(error) });
      const { code, reason } = failureOf(error);
      const run = await runOf(organizationId, runId);
      const tells = run === undefined ? [] : await ownersOf(organizationId, run.automationId);
      await tell(organizationId, 'endRun', { runId, state: 'failed', code, reason, path: '', tells });
    }
  };

  /** Whether no earlier run of the same automation for the same record is open. */
  const hasTurn = async (organizationId: string, run: RunDocument): Promise<boolean> => {
    const same = await documents.find<RunDocument>(organizationId, 'runs', { turn: turnOf(run) }, 1_000);
    return same.every((one) => one.id === run.id || queueId(one) > queueId(run));
  };

  /** Runs that can go on now, the oldest first. */
  const ready = async (organizationId: string): Promise<readonly string[]> => {
    const found: string[] = [];
    const taken = new Set<string>();
    for (let after: string | undefined; found.length < pageSize;) {
      const page: readonly QueueDocument[] = await documents.find<QueueDocument>(
        organizationId,
        'queue',
        { due: 'now' },
        pageSize,
        after,
      );
      for (const { runId, turn } of page) {
        if (taken.has(turn)) continue;
        taken.add(turn);
        const run = await runOf(organizationId, runId);
        if (run !== undefined && (await hasTurn(organizationId, run))) found.push(runId);
      }
      after = page.at(-1)?.id;
      if (page.length < pageSize) break;
    }
    const waiting = await findAll<WaitingDocument>(documents, organizationId, 'waiting', {}, ({ id }) => id);
    const now = clock();
    const due = waiting.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
    const next = Math.min(...waiting.flatMap(({ at }) => (at > now ? [at] : [])));
    if (Number.isFinite(next)) later(organizationId, next - now);
    return [...due.map(({ id }) => id), ...found];
  };

  const work = async (organizationId: string, lost: AbortSignal): Promise<void> => {
    while (!stopping && !lost.aborted) {
      const all = await ready(organizationId);
      if (all.length === 0) return;
      for (let from = 0; from < all.length && !stopping && !lost.aborted; from += atOnce)
        await Promise.all(all.slice(from, from + atOnce).map((runId) => carry(organizationId, runId, lost)));
    }
  };

  const run = (organizationId: string): Promise<void> => {
    if (stopping) return Promise.resolve();
    const known = running.get(organizationId);
    if (known !== undefined) {
      again.add(organizationId);
      return known;
    }
    const doing = (async () => {
      try {
        do {
          again.delete(organizationId);
          const held = await holding(leases, `automations:${organizationId}`, (lost) => work(organizationId, lost));
          if (held === heldElsewhere) {
            later(organizationId, 1_000);
            return;
          }
        } while (again.has(organizationId) && !stopping);
      } catch (error) {
        // The next look takes it up again.
        const wait = isRejection(error) && error.kind === 'unavailable';
        if (!stopping) log[wait ? 'warn' : 'error']('automations wait', { organizationId, error: String(error) });
        later(organizationId, 1_000);
      } finally {
        running.delete(organizationId);
      }
    })();
    running.set(organizationId, doing);
    return doing;
  };

  const later = (organizationId: string, ms: number): void => {
    if (stopping) return;
    clearTimeout(timers.get(organizationId));
    const timer = setTimeout(
      () => {
        timers.delete(organizationId);
        void run(organizationId);
      },
      Math.min(Math.max(ms, 1), timing.sweepMs),
    );
    timer.unref();
    timers.set(organizationId, timer);
  };

  const sweep = async (): Promise<void> => {
    for (const organizationId of await store.organizations()) {
      if (stopping) return;
      const [queued, waiting] = await Promise.all([
        documents.find<QueueDocument>(organizationId, 'queue', { due: 'now' }, 1),
        documents.find<WaitingDocument>(organizationId, 'waiting', {}, 1),
      ]);
      if (queued.length + waiting.length > 0) void run(organizationId);
    }
  };

  return {
    /** Looks at an organization's runs now. */
    wake: (organizationId: string): void => void run(organizationId),
    start: (): void => {
      const look = (): void =>
        void sweep().catch((error: unknown) => log.warn('open runs could not be looked for', { error: String(error) }));
      look();
      sweeper = setInterval(look, timing.sweepMs);
      sweeper.unref();
    },
    /** Lets the step that is under way come to its end. */
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(sweeper);
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};
