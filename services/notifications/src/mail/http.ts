import { isId } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { findAll } from '@tessera/document-store/pages';
import { byPlace, pageAnswer, pageOf, pageQuery, route, type Place, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { NotificationsStore } from '../store.ts';
import type { Contents, ContentsOf } from './contents.ts';
import { isPersonal, type Mail } from './evolve.ts';
import type { Queue } from './queue.ts';
import { notFound, refuses } from '../refusals.ts';

/** The newest last. */
const placeOf = ({ queuedAt, id }: Mail): Place => [String(queuedAt).padStart(15, '0'), id];
const newestFirst = (a: Place, b: Place): number => byPlace(b, a);

const params = z.strictObject({ id: z.string().refine(isId, 'not an id') });
const state = z.enum(['held', 'waiting', 'sent', 'aside', 'dropped']);
const summary = {
  id: z.string(),
  kind: z.string(),
  state,
  queuedAt: z.string(),
  endedAt: z.string().nullable(),
  attempts: z.number(),
  nextTryAt: z.string().nullable(),
  why: z.enum(['refused', 'exhausted', 'unknown']).nullable(),
  reason: z.string(),
} as const;

const time = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString());
const describe = (one: Mail) => ({
  id: one.id,
  kind: one.kind,
  state: one.state,
  queuedAt: new Date(one.queuedAt).toISOString(),
  endedAt: time(one.endedAt),
  attempts: one.attempts,
  nextTryAt: one.state === 'waiting' ? time(one.nextTryAt) : null,
  why: one.why === '' ? null : one.why,
  reason: one.reason,
});

/**
 * A link for its receiver alone is read by an administrator only where nothing sends mail, and somebody must hand it on:
 * nobody else comes into an account.
 */
const readable = ({ letter, own }: Exclude<Contents, 'gone'>, at: Mail['state']): string =>
  own === undefined || at === 'held' ? letter.text : letter.text.replaceAll(own, '…');

/** What the organization's mail is at: for administrators, who may read it and send it again. */
export const mailRoutes = (
  { store, documents }: Pick<ServicePorts, 'documents'> & { readonly store: NotificationsStore },
  contentsOf: ContentsOf,
  queue: Queue | undefined,
): RouteSet => [
  route({
    method: 'get',
    path: '/v3/mails',
    tag: 'notifications',
    summary: 'Outgoing mail, newest first',
    description:
      '`sends`: whether this installation sends mail. Where it does not, mails are `held` and can be read here. What people are told of their own is listed where it is set aside alone. `aside`: mails that the server refuses, that failed too often, or of which nobody knows whether they were delivered.',
    access: 'session',
    allows: 'mail.read',
    query: z.strictObject(pageQuery),
    responses: { 200: z.strictObject({ ...pageAnswer, sends: z.boolean(), mails: z.array(z.strictObject(summary)) }) },
    handle: async ({ actor, query }) => {
      requireRight(actor, 'mail.read');
      const all = await findAll<Mail>(documents, actor.organizationId, 'mails', {}, ({ id }) => id);
      // What people are told is listed where it needs somebody.
      const sorted = all
        .filter((one) => !isPersonal(one) || one.state === 'aside')
        .toSorted((a, b) => newestFirst(placeOf(a), placeOf(b)));
      const { page, next } = pageOf(sorted, placeOf, query, newestFirst);
      return {
        body: { sends: queue !== undefined, mails: page.map(describe), ...(next !== undefined && { next }) },
      };
    },
  }),
  route({
    method: 'get',
    path: '/v3/mails/{id}',
    tag: 'notifications',
    summary: 'What a mail says',
    description:
      'As it would be sent now. `contents` is null where what it tells of is gone, and for what somebody was told, which is theirs alone. A link to a new password is left out, but in a mail that is `held`.',
    access: 'session',
    allows: 'mail.read',
    secret: true,
    params,
    refuses: refuses('mails.not_found'),
    responses: {
      200: z.strictObject({
        ...summary,
        contents: z.strictObject({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
      }),
    },
    handle: async ({ actor, params: { id } }) => {
      requireRight(actor, 'mail.read');
      const mail = await documents.get<Mail>(actor.organizationId, 'mails', id);
      if (mail === undefined) throw notFound('mails.not_found');
      const found = isPersonal(mail) ? 'gone' : await contentsOf(actor.organizationId, mail);
      const contents =
        found === 'gone' ? null : { to: found.to, subject: found.letter.subject, text: readable(found, mail.state) };
      return { body: { ...describe(mail), contents } };
    },
  }),
  route({
    method: 'post',
    path: '/v3/mails/{id}/replay',
    tag: 'notifications',
    summary: 'Send a mail that was kept or set aside',
    description: 'One of which nobody knows whether it was delivered may come twice; it has the same Message-ID.',
    access: 'session',
    allows: 'mail.replay',
    params,
    refuses: refuses('mails.not_found', 'mails.not_replayable'),
    responses: { 204: 'empty' },
    handle: async ({ actor, params: { id }, meta }) => {
      requireRight(actor, 'mail.replay');
      await store.execute({ type: 'replayMail', payload: { mailId: id } }, meta);
      queue?.wake(actor.organizationId);
      return { status: 204 };
    },
  }),
];
