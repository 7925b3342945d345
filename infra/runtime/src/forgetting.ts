import { setTimeout as pause } from 'node:timers/promises';
import { systemActor } from '@tessera/kernel';
import type { StateStore } from '@tessera/document-store';
import type { Forgotten, ServiceDefinition, ServicePorts } from './service.ts';

/** How long whoever asks waits for an answer, in ms; the work goes on without them. */
const answerMs = 5_000;
const atOnce = 500;

/** Deletes what is of an organization: what is kept under its id, and what is nobody's and names it. */
const dropIn = async (store: StateStore, buckets: readonly string[], organizationId: string): Promise<number> => {
  let dropped = 0;
  for (const bucket of buckets) {
    for (;;) {
      const own = await store.list(organizationId, bucket, '', atOnce);
      for (const { key } of own) await store.delete(organizationId, bucket, key);
      dropped += own.length;
      if (own.length < atOnce) break;
    }
    for (let limit = atOnce; ; limit += atOnce) {
      const all = await store.list<unknown>('', bucket, '', limit);
      const theirs = all.filter(
        ({ value }) => (value as { organizationId?: unknown } | null)?.organizationId === organizationId,
      );
      for (const { key } of theirs) await store.delete('', bucket, key);
      dropped += theirs.length;
      if (all.length < limit) break;
    }
  }
  return dropped;
};

/** Everything that a service has of an organization: its log and model, what it keeps beside them, and files. */
const forget = async (
  { name, keeps = [], keepsOfOrganization = [], writeModuleUrl }: ServiceDefinition,
  ports: ServicePorts,
  organizationId: string,
  all: boolean,
): Promise<number> => {
  const actor = systemActor(name, organizationId);
  const { commits } =
    writeModuleUrl === undefined ? { commits: 0 } : await ports.store.purge({ everything: true }, { actor });
  let left = commits;
  for (const store of [ports.state, ports.vault]) {
    const dropped = await dropIn(store, all ? [...keeps, ...keepsOfOrganization] : keeps, organizationId);
    if (dropped > 0) await store.wipe();
    left += dropped;
  }
  return left + (await ports.files.deleteAll(organizationId));
};

/** How one service forgets organizations. Asked again it goes on, or looks anew whether anything came meanwhile. */
export const createForgetter = (definition: ServiceDefinition, ports: ServicePorts) => {
  const running = new Map<string, Promise<number>>();
  return async (organizationId: string, all: boolean): Promise<Forgotten> => {
    if (definition.ofOrganization === true && !all) return { done: true, left: 0 };
    let work = running.get(organizationId);
    if (work === undefined) {
      work = forget(definition, ports, organizationId, all).finally(() => running.delete(organizationId));
      // Nobody may be waiting when it fails; who asks next begins it anew.
      work.catch((error: unknown) =>
        ports.log.warn('an organization could not be forgotten yet', { error: String(error) }),
      );
      running.set(organizationId, work);
    }
    const left = await Promise.race([work, pause(answerMs, undefined, { ref: false })]);
    return left === undefined ? { done: false, left: 0 } : { done: true, left };
  };
};
