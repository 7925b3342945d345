import { read, type Actor, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { automationStream, event, type AutomationsEvent } from '../events.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';
import type { Automation, Draft } from './evolve.ts';
import { versionId, type VersionDocument } from './projection.ts';

type Known = Snapshot<Automation | undefined>;
type Named = { readonly automationId: string };
/** What commands answer: the automation is read from the model. */
type Done = { readonly id: string };
type Handler<C extends Named, S = Known> = CommandHandler<C, S, AutomationsEvent, Done>;

function* done({ automationId }: Named): Loading<Done> {
  return { id: automationId };
}
const loadAutomation = ({ automationId }: Named): Loading<Known> =>
  read.snapshot<Automation | undefined>(automationStream(automationId));

/** The automation as somebody may change it: its owner and administrators, because it runs with the owner's rights. */
export const changeable = (actor: Actor, { state }: Known): Automation => {
  if (state === undefined || state.archived !== undefined || !can(actor, 'automations.manage').allow)
    throw notFound('automation_not_found');
  requireRight(actor, 'automations.change', state.ownerId);
  return state;
};

const advanced = (
  known: Known,
  automationId: string,
  ...events: readonly AutomationsEvent[]
): readonly DecidedEvent<AutomationsEvent>[] =>
  events.map((one, at) => ({
    event: one,
    advances: [{ stream: automationStream(automationId), version: known.version + at + 1 }],
  }));

const same = (a: Draft, b: Draft): boolean =>
  a.label === b.label && a.triggerJson === b.triggerJson && a.stepsJson === b.stepsJson;

/** Makes an automation, which belongs to whoever makes it and is off. */
export const createAutomation: Handler<Named & { readonly draft: Draft }> = {
  load: loadAutomation,
  decide: ({ automationId, draft }, known, { meta }) => {
    requireRight(meta.actor, 'automations.manage');
    if (known.state !== undefined) return { events: [] };
    const ownerId = userOf(meta.actor);
    return { events: advanced(known, automationId, event('automationCreated', { automationId, draft, ownerId })) };
  },
  answer: done,
};

/** Changes the draft; what runs stays as it is until that is published. */
export const changeAutomation: Handler<Named & { readonly draft: Draft; readonly revision?: number | undefined }> = {
  load: loadAutomation,
  decide: ({ automationId, draft, revision }, known, { meta }) => {
    const { draft: before } = changeable(meta.actor, known);
    if (revision !== undefined && revision !== known.version)
      throw rejection('stale', 'automations.stale', { revision: known.version });
    if (same(draft, before)) return { events: [] };
    const changed = event('automationChanged', { automationId, draft, before, restoredVersion: 0 });
    return { events: advanced(known, automationId, changed) };
  },
  answer: done,
};

/** The draft runs from here on. Its revision is the one that was checked. */
export const publishAutomation: Handler<Named & { readonly revision: number }> = {
  load: loadAutomation,
  decide: ({ automationId, revision }, known, { meta }) => {
    const { draft, published } = changeable(meta.actor, known);
    if (revision !== known.version) throw rejection('stale', 'automations.stale', { revision: known.version });
    if (published !== undefined && same(published.draft, draft)) throw conflict('automations.nothing_to_publish');
    const version = (published?.version ?? 0) + 1;
    return { events: advanced(known, automationId, event('automationPublished', { automationId, version })) };
  },
  answer: done,
};

/** Puts a version that was published into the draft. */
export const takeVersion: Handler<
  Named & { readonly version: number },
  { readonly known: Known; readonly kept: VersionDocument | undefined }
> = {
  load: function* ({ automationId, version }) {
    const known = yield* read.snapshot<Automation | undefined>(automationStream(automationId));
    return { known, kept: yield* read.document<VersionDocument>('versions', versionId(automationId, version)) };
  },
  decide: ({ automationId, version }, { known, kept }, { meta }) => {
    const { draft: before } = changeable(meta.actor, known);
    if (kept === undefined) throw notFound('automations.version_not_found');
    if (same(kept.draft, before)) return { events: [] };
    const restored = event('automationChanged', { automationId, draft: kept.draft, before, restoredVersion: version });
    return { events: advanced(known, automationId, restored) };
  },
  answer: done,
};

/** Switches it on or off. What is under way ends. */
export const switchAutomation: Handler<Named & { readonly enabled: boolean }> = {
  load: loadAutomation,
  decide: ({ automationId, enabled }, known, { meta }) => {
    const automation = changeable(meta.actor, known);
    if (enabled === (automation.enabled !== undefined)) return { events: [] };
    if (enabled && automation.published === undefined) throw conflict('automations.not_published');
    const switched = event('automationSwitched', { automationId, enabled, reason: '' });
    return { events: advanced(known, automationId, switched) };
  },
  answer: done,
};

/** The service switches it off, with the reason that its people read. */
export const stopAutomation: Handler<Named & { readonly reason: string }> = {
  load: loadAutomation,
  decide: ({ automationId, reason }, known, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (known.state?.enabled === undefined) return { events: [] };
    const switched = event('automationSwitched', { automationId, enabled: false, reason });
    return { events: advanced(known, automationId, switched) };
  },
  answer: done,
};

/**
 * Gives it to somebody else, with whose rights it runs from then on. It goes off, so that nothing runs with the rights of
 * somebody who did not look at it; the new owner switches it on.
 */
export const giveAutomation: Handler<Named & { readonly ownerId: string; readonly isActive: boolean }> = {
  load: loadAutomation,
  decide: ({ automationId, ownerId, isActive }, known, { meta }) => {
    const automation = changeable(meta.actor, known);
    if (!isActive) throw invalid('automations.owner_unknown');
    if (automation.ownerId === ownerId) return { events: [] };
    const given = event('automationGiven', { automationId, ownerId, ownerIdBefore: automation.ownerId });
    const off = event('automationSwitched', { automationId, enabled: false, reason: 'given' });
    const goesOff = automation.enabled !== undefined && ownerId !== userOf(meta.actor);
    return { events: advanced(known, automationId, given, ...(goesOff ? [off] : [])) };
  },
  answer: done,
};

/** Says that the address by which programs start it is another one, which is put into the vault behind it. */
export const makeAddress: Handler<Named> = {
  load: loadAutomation,
  decide: ({ automationId }, known, { meta }) => {
    changeable(meta.actor, known);
    return { events: advanced(known, automationId, event('automationAddressMade', { automationId })) };
  },
  answer: done,
};

/** Says that calls of its address are signed with another secret, which is put into the vault behind it. */
export const makeHookSecret: Handler<Named> = {
  load: loadAutomation,
  decide: ({ automationId }, known, { meta }) => {
    changeable(meta.actor, known);
    return { events: advanced(known, automationId, event('automationSecretMade', { automationId })) };
  },
  answer: done,
};

/** Says that calls of its address are taken without a signature again. */
export const removeHookSecret: Handler<Named> = {
  load: loadAutomation,
  decide: ({ automationId }, known, { meta }) => {
    changeable(meta.actor, known);
    return { events: advanced(known, automationId, event('automationSecretRemoved', { automationId })) };
  },
  answer: done,
};

/** Puts it into the trash: nothing starts it there. */
export const archiveAutomation: Handler<Named> = {
  load: loadAutomation,
  decide: ({ automationId }, known, { meta }) => {
    const { draft } = changeable(meta.actor, known);
    return {
      events: advanced(known, automationId, event('automationArchived', { automationId, label: draft.label })),
    };
  },
  answer: done,
};

/** Takes it out of the trash, on or off as it was. */
export const restoreAutomation: Handler<Named> = {
  load: loadAutomation,
  decide: ({ automationId }, known, { meta }) => {
    const { state } = known;
    if (state === undefined || !can(meta.actor, 'automations.manage').allow) throw notFound('automation_not_found');
    requireRight(meta.actor, 'automations.change', state.ownerId);
    if (state.archived === undefined) throw invalid('automations.not_in_trash');
    const restored = event('automationRestored', { automationId, label: state.draft.label });
    return { events: advanced(known, automationId, restored) };
  },
  answer: done,
};
