import { newId, type Actor } from '@tessera/kernel';
import type { Dialer } from '@tessera/dialer';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import type { Cause, Tables } from '../access/tables.ts';
import { createTurns } from './turns.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import { createBridge } from './bridge.ts';
import { createCompiler, problemText, type Problem } from './compiler.ts';
import { hiding } from './hiding.ts';
import { isLanguage, languages, type Language } from './languages.ts';
import type { Meter } from './meter.ts';
import { createPool } from './pool.ts';
import { functionVersionId, type FunctionDocument, type FunctionVersionDocument } from './projection.ts';
import { findLanguage, mostMemory, type Absent, type Sandbox } from './sandbox.ts';
import type { FunctionSecrets } from './secrets.ts';
import { microUnitsOf, monthOf } from './units.ts';

const mostInput = 256 * 1024;
const mostLogs = 200;
const longestLog = 2_000;
const longestReason = 4_000;
export const usualMs = 10_000;

export type Line = { readonly level: string; readonly text: string; readonly at: number };
export type CallKind = 'test' | 'run' | 'step' | 'webhook' | 'trigger';
/** What calls, and how it is written down. */
export type Call = {
  readonly input: unknown;
  readonly cause: Cause;
  readonly kind: CallKind;
  /** Who called: a person, a run, an incoming webhook, or the table of a trigger. */
  readonly callerId: string;
  /** Of a trigger: its event. */
  readonly trigger?: string;
  readonly simulated: boolean;
  /** A write waits for it: it has so long, and writes nothing itself. */
  readonly before?: { readonly limitMs: number };
  /** It has its turn, and is about to be called. */
  readonly begin?: () => Promise<unknown>;
};
export type Called = {
  readonly state: 'done' | 'failed';
  readonly output: unknown;
  readonly error: { readonly code: string; readonly reason: string } | null;
  readonly logs: readonly Line[];
  readonly tookMs: number;
  readonly peakBytes: number;
  readonly microUnits: number;
};
export type Code = { readonly language: Language; readonly sourceCode: string; readonly version: number };

type Ports = Pick<ServicePorts, 'documents' | 'state' | 'clock'> & {
  readonly dialer: Pick<Dialer, 'request'>;
  readonly meter: Meter;
  readonly tables: Tables;
  readonly directory: Directory;
  readonly secrets: FunctionSecrets;
};

const reasons: Readonly<Record<Absent, 'functions.no_sandbox' | 'functions.no_language'>> = {
  no_sandbox: 'functions.no_sandbox',
  no_language: 'functions.no_language',
};

const notCompiled = (problems: readonly Problem[]): Pick<Called, 'state' | 'output' | 'error'> => ({
  state: 'failed',
  output: null,
  error: { code: 'functions.compile', reason: problemText(problems) },
});

/** Calls functions, each in a sandbox of its own. */
export const createFunctions = (ports: Ports, mostMs: number = usualMs) => {
  const { documents, clock, dialer, meter, tables, directory, secrets } = ports;
  const pool = createPool(Math.ceil(mostMs / 1_000) + 1);
  const compiler = createCompiler(ports, pool);
  const turns = createTurns();
  // What writes wait for does not wait for other calls.
  const turnsBefore = createTurns();

  /** Runs code in a sandbox until it ends or is ended. */
  const runIn = async (
    sandbox: Sandbox,
    { code, input }: { readonly code: string; readonly input: unknown },
    bridge: ReturnType<typeof createBridge>,
    logs: Line[],
    limitMs: number,
  ): Promise<Pick<Called, 'state' | 'output' | 'error'>> => {
    const note = (level: string, text: string): void => {
      if (logs.length < mostLogs) logs.push({ level, text, at: clock() });
    };
    const failed = (problem: string, reason: string) =>
      ({ state: 'failed', output: null, error: { code: problem, reason } }) as const;
    const { promise, resolve } = Promise.withResolvers<Pick<Called, 'state' | 'output' | 'error'>>();
    let queue = Promise.resolve();
    let isOver = false;
    const timer = setTimeout(() => resolve(failed('functions.time', 'It took too long.')), limitMs);
    try {
      sandbox.listen(
        (said) => {
          if ('call' in said) {
            // One after the other, and none once it is over: what it asked for last is not done behind its back.
            queue = queue.then(async () => {
              if (isOver) return;
              const { answer, asked } = await bridge(said.call, said.args);
              note('bridge', `${asked.what}, ${asked.tookMs} ms${asked.simulated ? ', simulated' : ''}`);
              sandbox.send({ id: said.id, ...answer });
            });
          } else if ('log' in said) note(said.log.slice(0, 10), said.text);
          else if ('error' in said) resolve(failed('functions.failed', said.error));
          else resolve({ state: 'done', output: said.result, error: null });
        },
        (why) => {
          if (why === 'memory') resolve(failed('functions.memory', `It held more than ${mostMemory / 1024 ** 2} MB.`));
          else if (why === 'output') resolve(failed('functions.output', 'It said more than 1 MB.'));
          else resolve(failed('functions.ended', 'It ended before it answered.'));
        },
      );
      sandbox.send({ code, input });
      return await promise;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  };

  /** Carries one call out with the rights of its actor. What it counts as is noted, however it ended. */
  const carry = async (
    actor: Actor,
    functionId: string,
    { language, sourceCode, version }: Code,
    { input, cause, kind, callerId, trigger = '', simulated, before, begin }: Call,
  ): Promise<Called> => {
    const { organizationId } = actor;
    const given = JSON.stringify(input ?? null);
    if (Buffer.byteLength(given) > mostInput) throw invalid('functions.input_too_large');
    const end =
      before === undefined
        ? await turns.take(organizationId, 0)
        : await turnsBefore.take(organizationId, before.limitMs);
    let sandbox: Sandbox | undefined;
    try {
      const built = await compiler.built({ organizationId, functionId }, { language, sourceCode }, version > 0);
      const taken = 'problems' in built ? undefined : 'absent' in built ? built.absent : await pool.take(language);
      if (typeof taken === 'string') throw conflict(reasons[taken], { language });
      sandbox = taken;
      await begin?.();
      const told = new Set<string>();
      const secret = async (name: string): Promise<string | undefined> => {
        const value = await secrets.get(organizationId, functionId, name);
        if (value !== undefined && value !== '') told.add(value);
        return value;
      };
      const readOnly = before !== undefined;
      const bridge = createBridge({ actor, cause, simulated, readOnly, tables, dialer, secret, clock });
      const logs: Line[] = [];
      const began = performance.now();
      const ended =
        sandbox !== undefined && 'program' in built
          ? await runIn(
              sandbox,
              { code: built.program, input: JSON.parse(given) as unknown },
              bridge,
              logs,
              before?.limitMs ?? mostMs,
            )
          : notCompiled('problems' in built ? built.problems : []);
      const tookMs = Math.max(1, Math.round(performance.now() - began));
      const peakBytes = (await sandbox?.peak()) ?? 0;
      const microUnits = microUnitsOf(peakBytes, tookMs);
      const { timezone } = await directory.facts(actor);
      const at = clock();
      const callId = newId();
      const used = { functionId, callId, kind, version, tookMs, peakBytes, microUnits, callerId, trigger, at };
      const how = { state: ended.state, code: ended.error?.code ?? '', month: monthOf(at, timezone) };
      const hidden = hiding(told);
      const reason = ended.error === null ? '' : hidden.text(ended.error.reason, longestReason);
      const shownLogs = logs.map((line) => ({ ...line, text: hidden.text(line.text, longestLog) }));
      const shown = (value: unknown): { readonly value: unknown } | { readonly refusal: unknown } => {
        try {
          return { value: hidden.value(value) };
        } catch (refusal) {
          return { refusal };
        }
      };
      const [took, gave] = [shown(JSON.parse(given)), shown(ended.output ?? null)];
      const [keptInput, output] = [took, gave].map((one) => ('value' in one ? one.value : null));
      meter.add(organizationId, { ...used, ...how }, { callId, input: keptInput, output, reason, logs: shownLogs });
      if ('refusal' in gave) throw gave.refusal;
      return {
        state: ended.state,
        output,
        error: ended.error === null ? null : { ...ended.error, reason },
        logs: shownLogs,
        tookMs,
        peakBytes,
        microUnits,
      };
    } finally {
      sandbox?.end();
      end();
    }
  };

  /** The code that calls are of. Throws where it is off, or has none. */
  const codeOf = async (organizationId: string, functionId: string): Promise<Code> => {
    const found = await documents.get<FunctionDocument>(organizationId, 'functions', functionId);
    if (found === undefined || found.deleted !== undefined) throw notFound('function_not_found');
    if (!found.active) throw conflict('functions.off');
    const id = functionVersionId(functionId, found.version);
    const saved = await documents.get<FunctionVersionDocument>(organizationId, 'functionversions', id);
    if (saved === undefined || !isLanguage(saved.language)) throw conflict('functions.no_code');
    return { language: saved.language, sourceCode: saved.sourceCode, version: saved.version };
  };

  return {
    carry,
    codeOf,
    /** What the compiler of its language says against code that is about to be saved; nothing where it cannot be asked. */
    problems: async (
      { organizationId }: Actor,
      functionId: string,
      code: Pick<Code, 'language' | 'sourceCode'>,
    ): Promise<readonly Problem[]> => {
      const end = await turns.take(organizationId, 0);
      try {
        const built = await compiler.built({ organizationId, functionId }, code, true);
        return 'problems' in built ? built.problems : [];
      } finally {
        end();
      }
    },
    forget: compiler.forget,
    /** A step of an automation calls it, with the rights that the automation has. */
    forStep: async (
      actor: Actor,
      functionId: string,
      given: { readonly input: unknown; readonly cause: Cause; readonly simulated: boolean },
    ): Promise<Called> => {
      const code = await codeOf(actor.organizationId, functionId);
      return carry(actor, functionId, code, { ...given, kind: 'step', callerId: given.cause.runId });
    },
    /** What was sent to an address calls it, with the rights of whose address that is. */
    forWebhook: async (
      actor: Actor,
      functionId: string,
      given: Pick<Call, 'input' | 'cause' | 'callerId' | 'begin'>,
    ): Promise<Called> => {
      const code = await codeOf(actor.organizationId, functionId);
      return carry(actor, functionId, code, { ...given, kind: 'webhook', simulated: false });
    },
    /** Records change, or are about to: it is called with its owner's rights. */
    forTrigger: async (
      actor: Actor,
      functionId: string,
      given: Pick<Call, 'input' | 'cause' | 'callerId' | 'before' | 'begin'> & { readonly trigger: string },
    ): Promise<Called> => {
      const code = await codeOf(actor.organizationId, functionId);
      return carry(actor, functionId, code, { ...given, kind: 'trigger', simulated: false });
    },
    /** Writes down that a trigger was not called, and why, among the calls of its function. */
    noteFailed: (
      organizationId: string,
      { id: functionId }: { readonly id: string },
      told: { readonly callerId: string; readonly trigger: string; readonly code: string; readonly reason: string },
    ): void => {
      const { callerId, trigger, code, reason } = told;
      const at = clock();
      const callId = newId();
      const none = { version: 0, tookMs: 0, peakBytes: 0, microUnits: 0, month: monthOf(at, 'UTC') };
      const counted = { functionId, callId, kind: 'trigger', state: 'failed', code, callerId, trigger, at, ...none };
      meter.add(organizationId, counted, { callId, input: null, output: null, reason, logs: [] });
    },
    /** Every language, with why it cannot be run here. */
    languages: () =>
      Promise.all(
        languages.map(async (language) => {
          const found = await findLanguage(language);
          return { language, absent: 'absent' in found ? found.absent : null };
        }),
      ),
    stop: pool.stop,
  };
};
export type Functions = ReturnType<typeof createFunctions>;
