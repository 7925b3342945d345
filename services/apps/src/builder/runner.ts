import { newId, systemActor, type CommandMeta } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { createOperations, discarded, reportOf, type Entry, type Run } from '@tessera/shared-state/operations';
import type { AppsEvent } from '../events.ts';
import type { AppsStore } from '../store.ts';
import { conflict, rejection } from '../refusals.ts';
import type { Build } from './evolve.ts';
import type { Message, Model } from './model.ts';
import { answerSchema, messagesOf, readProposal, type Proposal } from './proposal.ts';

const patience = { firstMs: 1_000, longestMs: 5_000, mostMs: 10_000 };
const running = 'running-builds';
/** How often a model is asked at most: once more with what was wrong with its first answer. */
const mostAnswers = 2;

type Listed = Entry & { readonly buildId: string };

/** Asks a model for proposals, one at a time for an organization, and takes up those that a stop or a crash left. */
export const createBuilds = (ports: ServicePorts<AppsEvent>, directory: Directory, model: Model | undefined) => {
  const store: AppsStore = ports.store;
  const { documents, state, leases, clock, log, live } = ports;
  const find = (organizationId: string, id: string) => documents.get<Build>(organizationId, 'builds', id);

  const proposed = async (build: Build, signal: AbortSignal): Promise<Proposal> => {
    if (model === undefined) throw rejection('unavailable', 'ai.no_model');
    const messages = [...(JSON.parse(build.sentJson) as readonly Message[])];
    for (let left = mostAnswers; left > 0; left--) {
      const answer = await model.ask(messages, answerSchema, signal);
      const read = readProposal(answer);
      if ('proposal' in read) return read.proposal;
      messages.push(
        { role: 'assistant', content: JSON.stringify(answer) },
        {
          role: 'user',
          content: `These parts cannot be made. Answer with the whole document, mended:\n${read.faults.join('\n')}`,
        },
      );
    }
    throw rejection('invalid', 'ai.format', 'Invalid Response Format');
  };

  const work = async (organizationId: string, build: Build, run: Run): Promise<void> => {
    const { id: buildId, userId } = build;
    const end = async (ending: { proposalJson?: string; code?: string; message?: string }): Promise<void> => {
      const payload = { buildId, proposalJson: '', code: '', message: '', ...ending };
      const actor = systemActor('apps', organizationId);
      await run.patiently(() => store.execute({ type: 'answerBuild', payload }, { actor, origin: 'system' }));
      await operations.ended(organizationId, buildId);
      live.send(organizationId, userId, 'build', { buildId });
    };
    try {
      const may = await run.patiently(() => run.begin({ organizationId, kind: 'build' }, 0));
      if (may === 'aside') return;
      if (may !== 'go') return await end(discarded);
      await end({ proposalJson: JSON.stringify(await proposed(build, run.signal)) });
    } catch (error) {
      if (run.reason === 'stopping') return;
      const { code, message, unexpected } = reportOf(error);
      if (unexpected) log.error('a model could not be asked', { buildId, error: String(error) });
      await end({ code, message });
    }
  };

  const launch = (organizationId: string, build: Build): Promise<unknown> =>
    operations.run(build.id, (run) => work(organizationId, build, run));

  const operations = createOperations<Listed, Build>(
    { state, leases, clock, log, organizations: () => store.organizations() },
    {
      name: 'build',
      buckets: { running },
      patience,
      keyOf: (organizationId, id) => `${organizationId}:${id}`,
      idOf: (key) => key.slice(key.indexOf(':') + 1),
      find: async (id, { organizationId }) => {
        const build = await find(organizationId, id);
        if (build === undefined) return 'unknown';
        return build.state === 'running' ? { job: build } : 'ended';
      },
      underWay: async (organizationId) =>
        (await documents.find<Build>(organizationId, 'builds', { state: 'running' }, 10)).map((build) => ({
          id: build.id,
          entry: async () => ({ organizationId, buildId: build.id, at: build.at }),
        })),
      carryOn: (_id, { organizationId }, build) => launch(organizationId, build),
    },
  );

  return {
    find,
    /** The model's name; undefined where the operator set none. */
    model: model?.name,
    /** Writes down what is sent, and sends it. Answers at once. */
    start: async (description: string, attachments: readonly string[], meta: CommandMeta): Promise<Build> => {
      const { organizationId } = meta.actor;
      if (model === undefined) throw rejection('unavailable', 'ai.no_model');
      const { ai, language } = await directory.facts(meta.actor);
      if (!ai) throw rejection('forbidden', 'ai.off');
      const [busy] = await documents.find<Build>(organizationId, 'builds', { state: 'running' }, 1);
      if (busy !== undefined) throw conflict('ai.busy');
      const buildId = newId();
      await operations.enlist(buildId, { organizationId, buildId, at: clock() });
      try {
        const sentJson = JSON.stringify(messagesOf(description, language, attachments));
        const { answer } = await store.execute(
          { type: 'askBuild', payload: { buildId, description, sentJson, model: model.name } },
          meta,
        );
        const build = (await find(organizationId, answer.id))!;
        if (answer.id !== buildId) await operations.drop(organizationId, buildId);
        else
          launch(organizationId, build).catch((error: unknown) =>
            log.error('a build was left to the next look', { buildId, error: String(error) }),
          );
        return build;
      } catch (error) {
        await operations.drop(organizationId, buildId);
        throw error;
      }
    },
    resume: operations.start,
    stop: operations.stop,
  };
};
export type Builds = ReturnType<typeof createBuilds>;
