import {
  read,
  type CommandHandler,
  type DecidedEvent,
  type DecideEnv,
  type Loading,
  type Snapshot,
} from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import type { Automation } from '../automations/evolve.ts';
import { automationStream, event, runStream, type AutomationsEvent, type EventOf } from '../events.ts';
import { conflict, notFound } from '../refusals.ts';
import { isOpen, type Run } from './evolve.ts';
import { stepIdOf } from './next.ts';

type Known = Snapshot<Run | undefined>;
type Named = { readonly runId: string };
type Handler<C, A = null, S = Known> = CommandHandler<C, S, AutomationsEvent, A>;

const loadRun = ({ runId }: Named): Loading<Known> => read.snapshot<Run | undefined>(runStream(runId));
function* nothing(): Loading<null> {
  return null;
}

const advanced = (
  version: number,
  runId: string,
  ...events: readonly AutomationsEvent[]
): readonly DecidedEvent<AutomationsEvent>[] =>
  events.map((one, at) => ({ event: one, advances: [{ stream: runStream(runId), version: version + at + 1 }] }));

/** A run that is to start. Its id is made of automation, event and record, so the same one starts once. */
export type Start = EventOf<'runStarted'> & {
  /** It is stopped before it does anything, and says why. */
  readonly stop?: { readonly code: string; readonly reason: string; readonly tells: readonly string[] } | undefined;
};
type Tells = { readonly tells: readonly string[] };
type Mails = { readonly mails: number };

const notified = (
  { id: runId, automationId }: Pick<Run, 'id' | 'automationId'>,
  kind: 'failed' | 'stopped' | 'step' | 'approval',
  userIds: readonly string[],
  { path, code }: { readonly path: string; readonly code: string },
): readonly AutomationsEvent[] =>
  userIds.length === 0
    ? []
    : [event('peopleNotified', { runId, automationId, kind, path, code, userIds: [...userIds] })];

/** Starts runs, each once whatever is asked for again. Answers the ids of those that are new. */
export const startRuns: Handler<{ readonly runs: readonly Start[] }, readonly string[], readonly Known[]> = {
  merges: true,
  *load({ runs }) {
    const found: Known[] = [];
    for (const { runId } of runs) found.push(yield* loadRun({ runId }));
    return found;
  },
  decide: ({ runs }, loaded, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: runs.flatMap(({ stop, ...run }, at): readonly DecidedEvent<AutomationsEvent>[] => {
        if (loaded[at]!.state !== undefined) return [];
        const { runId, automationId } = run;
        const { tells = [], ...why } = stop ?? { code: '', reason: '' };
        const ends =
          stop === undefined
            ? []
            : [
                event('runEnded', { runId, state: 'stopped', path: '', ...why }),
                ...notified({ id: runId, automationId }, 'stopped', tells, { path: '', code: why.code }),
              ];
        return advanced(0, runId, event('runStarted', run), ...ends);
      }),
    };
  },
  *answer(_command, events) {
    return events.flatMap((one) => (one.$case === 'runStarted' ? [one.value.runId] : []));
  },
};

/** The run as its step may go on: open, and the step not at its end. */
const under = <C extends Named & { readonly path: string }>(
  { runId, path }: C,
  { version, state }: Known,
  { meta }: DecideEnv,
  make: (run: Run) => readonly AutomationsEvent[],
): { readonly events: readonly DecidedEvent<AutomationsEvent>[] } => {
  requireRight(meta.actor, 'installation.act');
  if (state === undefined) throw notFound('run_not_found');
  const step = state.steps[path]?.state;
  if (!isOpen(state) || step === 'done' || step === 'failed') return { events: [] };
  return { events: advanced(version, runId, ...make(state)) };
};

/** Says in the log that something is about to leave the product. */
export const beginStep: Handler<EventOf<'stepBegun'>> = {
  load: loadRun,
  decide: (command, known, env) => under(command, known, env, () => [event('stepBegun', command)]),
  answer: nothing,
};

/** Has a step wait, and asks people where it waits for their answer: both or neither. */
export const delayStep: Handler<EventOf<'stepDelayed'> & Tells> = {
  load: loadRun,
  decide: ({ tells, ...command }, known, env) =>
    under(command, known, env, (run) => [
      event('stepDelayed', command),
      ...notified(run, 'approval', tells, { path: command.path, code: '' }),
    ]),
  answer: nothing,
};

/** Takes the first answer to what a step asks. Whom it asks was looked at before. */
export const answerStep: Handler<EventOf<'stepAnswered'>> = {
  load: loadRun,
  decide: (command, { version, state }, { meta }) => {
    requireRight(meta.actor, 'approvals.answer');
    if (state === undefined) throw notFound('run_not_found');
    const step = state.steps[command.path];
    if (!isOpen(state) || step?.state !== 'delayed' || step.attempts > 0) throw conflict('automations.answered');
    return { events: advanced(version, command.runId, event('stepAnswered', command)) };
  },
  answer: nothing,
};

/** Ends a step, tells people what it has to say, and has its e-mails sent: all or nothing. */
export const finishStep: Handler<EventOf<'stepFinished'> & Tells & Mails> = {
  load: loadRun,
  decide: ({ tells, mails: count, ...command }, known, env) =>
    under(command, known, env, (run) => [
      event('stepFinished', command),
      ...notified(run, 'step', tells, { path: command.path, code: '' }),
      ...(count === 0
        ? []
        : [event('mailAsked', { runId: run.id, automationId: run.automationId, path: command.path, count })]),
    ]),
  answer: nothing,
};

export const endRun: Handler<EventOf<'runEnded'> & Tells> = {
  load: loadRun,
  decide: ({ tells, ...command }, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined) throw notFound('run_not_found');
    if (!isOpen(state)) return { events: [] };
    const told = notified(state, 'failed', tells, command);
    return { events: advanced(version, command.runId, event('runEnded', command), ...told) };
  },
  answer: nothing,
};

/** Has a failed run go on at the step that failed: everything that was done stays done, and is not done again. */
export const reopenRun: Handler<
  Named & { readonly stepId: string },
  null,
  { readonly run: Known; readonly automation: Snapshot<Automation | undefined> }
> = {
  load: function* ({ runId }) {
    const run = yield* loadRun({ runId });
    const stream = automationStream(run.state?.automationId ?? '');
    return { run, automation: yield* read.snapshot<Automation | undefined>(stream) };
  },
  decide: ({ runId, stepId }, { run: { version, state }, automation }, { meta }) => {
    const owner = automation.state?.ownerId;
    if (state === undefined || owner === undefined || !can(meta.actor, 'automations.manage').allow)
      throw notFound('run_not_found');
    requireRight(meta.actor, 'automations.change', owner);
    if (state.state !== 'failed') throw conflict('automations.run_not_failed');
    if (![...Object.keys(state.steps), state.path].some((one) => stepIdOf(one) === stepId))
      throw notFound('automations.step_not_found');
    // Only what failed is done anew; where it began with another step, that is the first that did not come to its end.
    const failed = Object.keys(state.steps).find((one) => state.steps[one]?.state !== 'done') ?? state.path;
    return { events: advanced(version, runId, event('runReopened', { runId, path: failed })) };
  },
  answer: nothing,
};
