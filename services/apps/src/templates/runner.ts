import { newId, systemActor, type Actor, type CommandMeta } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { beginnerOf, type Directory } from '@tessera/runtime/directory';
import { can, feature, userOf } from '@tessera/proto/rights';
import { createOperations, discarded, reportOf, type Entry, type Run } from '@tessera/shared-state/operations';
import { wallOf } from '@tessera/fields';
import type { AppsEvent } from '../events.ts';
import type { AppsStore } from '../store.ts';
import { conflict, forbidden } from '../refusals.ts';
import { templateOf } from './catalog/index.ts';
import type { Install } from './evolve.ts';
import { publishedEntry } from './gallery.ts';
import { createMake, type Step } from './make.ts';
import { planOf, type Plan } from './references.ts';
import type { Template } from './schema.ts';

const patience = { firstMs: 100, longestMs: 5_000, mostMs: 300_000 };
const running = 'running-installs';
const progressBucket = 'install-progress';
/** How often each template was installed here, by all organizations. */
export const countBucket = 'template-installs';
const progressMs = 24 * 3_600_000;
/** Installations of one organization at once. */
const mostAtOnce = 5;
/** Others count at the same time; who does not get through counts nothing. */
const tries = 50;

type Listed = Entry & { readonly operationId: string };

/** Carries installations of templates out, and takes up those that a stop or a crash left. */
export const createInstalls = (ports: ServicePorts<AppsEvent>, directory: Directory) => {
  const store: AppsStore = ports.store;
  const { documents, state, leases, clock, log, rpc, live } = ports;
  const make = createMake({ store, rpc, directory });
  const find = (organizationId: string, id: string) => documents.get<Install>(organizationId, 'installs', id);

  const count = async (slug: string): Promise<void> => {
    for (let left = tries; left > 0; left--) {
      const present = await state.getWithEtag<number>('', countBucket, slug);
      if (await state.compareAndPut('', countBucket, slug, present?.etag, (present?.value ?? 0) + 1)) return;
    }
  };

  const work = async (organizationId: string, install: Install, run: Run): Promise<void> => {
    const { id: operationId, userId, tokenId, slug } = install;
    const present = async (): Promise<Actor> => {
      const actor = await directory.present({ organizationId, userId, ...(tokenId !== '' && { tokenId }) });
      if (actor === undefined) throw forbidden('forbidden');
      return actor;
    };
    const end = async (ending: { startUrl?: string; code?: string; message?: string }): Promise<void> => {
      const payload = { operationId, startUrl: '', code: '', message: '', ...ending };
      const actor = systemActor('apps', organizationId);
      await run.patiently(() =>
        store.execute({ type: 'endInstall', payload }, { actor, origin: 'system', operationId }),
      );
      await operations.ended(organizationId, operationId);
      live.send(organizationId, userId, 'template', { operationId });
    };
    try {
      const may = await run.patiently(() => run.begin({ organizationId, kind: 'template' }, 0));
      if (may === 'aside') return;
      if (may !== 'go') return await end(discarded);
      const plan = JSON.parse(install.planJson) as Plan;
      const startUrl = await run.patiently(() =>
        make(operationId, plan, present, async (step: Step) => {
          await state.put(organizationId, progressBucket, operationId, step, { expiresAt: clock() + progressMs });
        }),
      );
      if (templateOf(slug) !== undefined || (await publishedEntry(documents, slug)) !== undefined) await count(slug);
      await end({ startUrl });
    } catch (error) {
      if (run.reason === 'stopping') return;
      const { code, message, unexpected } = reportOf(error);
      if (unexpected) log.error('a template could not be installed', { operationId, slug, error: String(error) });
      await end({ code, message });
    }
  };

  const launch = (organizationId: string, install: Install): Promise<unknown> =>
    operations.run(install.id, (run) => work(organizationId, install, run));

  const operations = createOperations<Listed, Install>(
    { state, leases, clock, log, organizations: () => store.organizations() },
    {
      name: 'installation',
      buckets: { running },
      patience,
      keyOf: (organizationId, id) => `${organizationId}:${id}`,
      idOf: (key) => key.slice(key.indexOf(':') + 1),
      find: async (id, { organizationId }) => {
        const install = await find(organizationId, id);
        if (install === undefined) return 'unknown';
        return install.state === 'running' ? { job: install } : 'ended';
      },
      underWay: async (organizationId) =>
        (await documents.find<Install>(organizationId, 'installs', { state: 'running' }, 1000)).map((install) => ({
          id: install.id,
          entry: async () => ({ organizationId, operationId: install.id, at: install.at }),
        })),
      carryOn: (_id, { organizationId }, install) => launch(organizationId, install),
    },
  );

  return {
    find,
    step: (organizationId: string, id: string) => state.get<Step>(organizationId, progressBucket, id),
    counts: async (): Promise<ReadonlyMap<string, number>> =>
      new Map((await state.list<number>('', countBucket, '', 1000)).map(({ key, value }) => [key, value])),
    /** Plans an installation and begins it. Answers its id at once. */
    start: async (template: Template, data: boolean, meta: CommandMeta): Promise<Install> => {
      const { actor } = meta;
      const { organizationId } = actor;
      const open = await documents.find<Install>(organizationId, 'installs', { state: 'running' }, mostAtOnce);
      if (open.length >= mostAtOnce) throw conflict('templates.too_many');
      const operationId = newId();
      const { timezone } = await directory.facts(actor);
      const automations = can(actor, 'automations.manage').allow && feature(actor, 'manageAutomations') !== 'blocked';
      const plan = planOf(template, {
        newId,
        today: wallOf(clock(), timezone).date,
        userId: userOf(actor),
        data,
        automations,
      });
      await operations.enlist(operationId, { organizationId, operationId, at: clock() });
      try {
        const { answer } = await store.execute(
          {
            type: 'planInstall',
            payload: {
              operationId,
              slug: template.slug,
              name: template.name,
              tokenId: beginnerOf(actor).tokenId ?? '',
              planJson: JSON.stringify(plan),
            },
          },
          { ...meta, operationId },
        );
        const install = (await find(organizationId, answer.id))!;
        if (answer.id !== operationId) await operations.drop(organizationId, operationId);
        else
          launch(organizationId, install).catch((error: unknown) =>
            log.error('an installation was left to the next look', { operationId, error: String(error) }),
          );
        return install;
      } catch (error) {
        await operations.drop(organizationId, operationId);
        throw error;
      }
    },
    resume: operations.start,
    stop: operations.stop,
  };
};
export type Installs = ReturnType<typeof createInstalls>;
