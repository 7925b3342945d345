import { read, type CommandHandler, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { buildStream, event, type AppsEvent, type EventOf } from '../events.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Build } from './evolve.ts';

type Known = Snapshot<Build | undefined>;
type Named = { readonly buildId: string };
type Handler<C extends Named> = CommandHandler<C, Known, AppsEvent, { readonly id: string }>;

const load = ({ buildId }: Named): Loading<Known> => read.snapshot<Build | undefined>(buildStream(buildId));
function* done({ buildId }: Named): Loading<{ readonly id: string }> {
  return { id: buildId };
}
const next = (buildId: string, { version }: Known, one: AppsEvent) => ({
  events: [{ event: one, advances: [{ stream: buildStream(buildId), version: version + 1 }] }],
});

/** Somebody asks for a proposal: what is sent to the model stands in the log before it is sent. */
export const askBuild: Handler<Omit<EventOf<'buildAsked'>, 'userId'>> = {
  load,
  decide: (command, known, { meta: { actor } }) => {
    requireRight(actor, 'templates.install');
    requireRight(actor, 'tables.create');
    if (known.state !== undefined) return { events: [] };
    return next(command.buildId, known, event('buildAsked', { ...command, userId: userOf(actor) }));
  },
  answer: done,
};

/** What the model answered, told by the installation; one that was dropped meanwhile stays so. */
export const answerBuild: Handler<EventOf<'buildAnswered'>> = {
  load,
  decide: (command, known, { meta: { actor } }) => {
    requireRight(actor, 'installation.act');
    if (known.state?.state !== 'running') return { events: [] };
    return next(command.buildId, known, event('buildAnswered', command));
  },
  answer: done,
};

/** Takes a proposal, with the operation that makes it, or drops it without one. Each is asked of who asked for it. */
export const closeBuild: Handler<EventOf<'buildClosed'>> = {
  load,
  decide: (command, known, { meta: { actor } }) => {
    const { state } = known;
    if (state === undefined || state.userId !== userOf(actor)) throw notFound('build_not_found');
    if (state.state === 'accepted' || state.state === 'dropped') throw conflict('ai.closed');
    if (command.operationId !== '' && state.state !== 'proposed') throw conflict('ai.not_proposed');
    return next(command.buildId, known, event('buildClosed', command));
  },
  answer: done,
};
