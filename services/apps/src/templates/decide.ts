import { read, type CommandHandler, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { event, installStream, type AppsEvent } from '../events.ts';
import { notFound } from '../refusals.ts';
import type { Install } from './evolve.ts';

type Known = Snapshot<Install | undefined>;
type Named = { readonly operationId: string };
type Handler<C extends Named> = CommandHandler<C, Known, AppsEvent, { readonly id: string }>;

const load = ({ operationId }: Named): Loading<Known> => read.snapshot<Install | undefined>(installStream(operationId));
function* done({ operationId }: Named): Loading<{ readonly id: string }> {
  return { id: operationId };
}

export type PlanInstall = Named & {
  readonly slug: string;
  readonly name: string;
  readonly tokenId: string;
  readonly planJson: string;
};

/** Somebody installs a template: from here on it is made, whatever stops meanwhile. */
export const planInstall: Handler<PlanInstall> = {
  load,
  decide: (command, { state, version }, { meta: { actor } }) => {
    requireRight(actor, 'templates.install');
    requireRight(actor, 'tables.create');
    if (state !== undefined) return { events: [] };
    const stream = installStream(command.operationId);
    const planned = event('templateInstallPlanned', { ...command, userId: userOf(actor) });
    return { events: [{ event: planned, advances: [{ stream, version: version + 1 }] }] };
  },
  answer: done,
};

export type EndInstall = Named & { readonly startUrl: string; readonly code: string; readonly message: string };

/** How an installation ended. Whoever made it may have lost their rights meanwhile: it ends all the same. */
export const endInstall: Handler<EndInstall> = {
  load,
  decide: (command, { state, version }) => {
    if (state === undefined) throw notFound('template_not_found');
    if (state.state !== 'running') return { events: [] };
    const stream = installStream(command.operationId);
    return {
      events: [{ event: event('templateInstallEnded', command), advances: [{ stream, version: version + 1 }] }],
    };
  },
  answer: done,
};
