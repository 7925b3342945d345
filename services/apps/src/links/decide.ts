import {
  read,
  type Actor,
  type CommandHandler,
  type DecidedEvent,
  type Loading,
  type Rejection,
  type Snapshot,
} from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, linkStream, sharingStream, type AppsEvent } from '../events.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { Link, Sharing } from './evolve.ts';
import { requireShare } from './rights.ts';

export const mostFields = 600;
/** Blocks of an app that are shown at most. */
export const mostBlocks = 500;
/** Hosts that may show a link in a frame. */
export const mostHosts = 20;
/** People to whom an address is sent at once. */
export const mostReceivers = 20;

type Named = { readonly linkId: string };
type Known = Snapshot<Link | undefined>;
type Done = { readonly id: string };
type Handler<C extends Named> = CommandHandler<C, Known, AppsEvent, Done>;

function* done({ linkId }: Named): Loading<Done> {
  return { id: linkId };
}
const load = ({ linkId }: Named): Loading<Known> => read.snapshot<Link | undefined>(linkStream(linkId));

const noLink = (): Rejection => notFound('link_not_found');

/** The link as somebody may change it; one of a table that they may not see is not there. */
export const sharable = (actor: Actor, link: Link | undefined): Link => {
  if (link === undefined) throw noLink();
  requireShare(actor, link);
  return link;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const advanced = ({ version }: Known, linkId: string, one: AppsEvent): readonly DecidedEvent<AppsEvent>[] => [
  { event: one, advances: [{ stream: linkStream(linkId), version: version + 1 }] },
];

type Open = Named & Pick<Link, 'type' | 'tableId' | 'viewId' | 'fieldIds' | 'blocks'>;

/** Opens a view to strangers: with a new link, or with the one that it had, as it was set. */
export const openLink: Handler<Open> = {
  load,
  decide: ({ linkId, type, tableId, viewId, fieldIds, blocks }, known, { meta }) => {
    requireShare(meta.actor, { type, tableId });
    const before = known.state;
    if (before !== undefined && before.tableId !== tableId) throw noLink();
    if (before?.active === true) return { events: [] };
    if (before !== undefined)
      return { events: advanced(known, linkId, event('linkChanged', { link: { ...before, active: true }, before })) };
    const link: Link = {
      id: linkId,
      type,
      tableId,
      viewId,
      active: true,
      title: '',
      fieldIds: [...fieldIds],
      canWrite: type === 'form',
      passwordId: '',
      expiresAt: 0,
      answerLimit: 0,
      showBrand: true,
      hosts: [],
      indexed: false,
      oneAnswer: false,
      receipts: false,
      changeable: false,
      blocks: [...blocks],
      showTitle: true,
      showTopBar: false,
    };
    return { events: advanced(known, linkId, event('linkCreated', { link })) };
  },
  answer: done,
};

export type LinkChange = Partial<
  Pick<
    Link,
    | 'active'
    | 'title'
    | 'fieldIds'
    | 'canWrite'
    | 'passwordId'
    | 'expiresAt'
    | 'answerLimit'
    | 'showBrand'
    | 'hosts'
    | 'indexed'
    | 'oneAnswer'
    | 'receipts'
    | 'changeable'
    | 'blocks'
    | 'showTitle'
    | 'showTopBar'
  >
>;

/** Changes what a link opens and how. Its address stays. */
export const changeLink: Handler<Named & { readonly change: LinkChange }> = {
  load,
  decide: ({ linkId, change }, known, { meta }) => {
    const before = sharable(meta.actor, known.state);
    const link: Link = { ...before, ...change };
    if (link.type !== 'form' && (link.canWrite || link.oneAnswer || link.receipts || link.changeable))
      throw invalid('links.no_answers');
    if (same(link, before)) return { events: [] };
    return { events: advanced(known, linkId, event('linkChanged', { link, before })) };
  },
  answer: done,
};

/** Writes down that the address of a link goes to people by e-mail. Who they are is in no event. */
export const mailLink: Handler<Named & { readonly mailIds: readonly string[] }> = {
  load,
  decide: ({ linkId, mailIds }, known, { meta }) => {
    const link = sharable(meta.actor, known.state);
    if (!link.active) throw conflict('links.off');
    return { events: advanced(known, linkId, event('linkMailed', { linkId, mailIds: [...mailIds] })) };
  },
  answer: done,
};

/** Writes down that an answer of a stranger gets a receipt. */
export const askReceipt: Handler<Named & { readonly mailId: string }> = {
  load,
  decide: ({ linkId, mailId }, known, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (known.state?.active !== true || !known.state.receipts) return { events: [] };
    return { events: advanced(known, linkId, event('receiptAsked', { linkId, mailId })) };
  },
  answer: done,
};

/** Shuts all links of the organization, or lets each be as it was set. */
export const switchLinks: CommandHandler<{ readonly off: boolean }, Snapshot<Sharing | undefined>, AppsEvent, Done> = {
  load: () => read.snapshot<Sharing | undefined>(sharingStream),
  decide: ({ off }, { version, state }, { meta }) => {
    requireRight(meta.actor, 'links.switch');
    const before = state?.off === true;
    if (before === off) return { events: [] };
    const advances = [{ stream: sharingStream, version: version + 1 }];
    return { events: [{ event: event('linksSwitched', { off, before }), advances }] };
  },
  *answer() {
    return { id: 'all' };
  },
};
