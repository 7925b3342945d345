import type { DocumentReader } from '@tessera/document-store';
import { isRejection, linkActor, type Actor, type Rejection } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import { addressKey, cookieNamed, plainCookie, route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { forbidden, invalid, notFound, refuses, rejection } from '../refusals.ts';
import { createCounts } from './counts.ts';
import { isOpen, type Link, type Sharing } from './evolve.ts';
import { demanding, easy, isVisit, isWorked, makeTicket, makeVisit, readTicket, visitLife } from './guard.ts';
import { judged, questionsOf, isShowable, type Fault } from './questions.ts';
import { createSharedTables, type SharedView } from './tables.ts';
import { createSecrets } from './tokens.ts';

const tag = 'Public pages';
const token = z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{10,64}$/) });
const question = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    help: z.string(),
    required: z.boolean(),
    input: z.enum(['line', 'lines', 'number', 'day', 'moment', 'tick', 'option', 'options']),
    shape: z.string().nullable(),
    options: z.array(z.strictObject({ id: z.string(), label: z.string(), color: z.string() })),
    value: z.unknown(),
  })
  .meta({ id: 'PublicQuestion' });
const page = z.union([
  z.strictObject({ locked: z.literal(true) }),
  z.strictObject({
    locked: z.literal(false),
    type: z.literal('form'),
    title: z.string(),
    description: z.string(),
    brand: z.string().nullable(),
    color: z.string().nullable(),
    submitLabel: z.string(),
    successMessage: z.string(),
    questions: z.array(question),
    ticket: z.string().meta({ description: 'Goes with the answer, which takes one once' }),
    work: z.number().meta({ description: 'Zero bits at the front of the SHA-256 of `{ticket}.{proof}`' }),
  }),
  z.strictObject({
    locked: z.literal(false),
    type: z.literal('object'),
    title: z.string(),
    brand: z.string().nullable(),
    columns: z.array(z.strictObject({ id: z.string(), label: z.string() })),
  }),
]);

type Ports = Pick<ServicePorts, 'vault' | 'state' | 'rpc' | 'limits' | 'settings' | 'clock' | 'log'> & {
  readonly documents: DocumentReader;
};
/** A link that a stranger has come by, as it is now. */
type Entered = { readonly link: Link; readonly organizationId: string; readonly actor: Actor };

/** Off, ended, full, unknown and of another installation are one and the same. */
const gone = (): Rejection => notFound('public_view_not_found');
const ofToken = refuses('public_view_not_found');
const later = (seconds: number): Rejection =>
  rejection('limited', 'request.limited', `Too many requests. Try again in ${seconds} s.`, { retryAfter: seconds });

/** What strangers reach by a public link. Nothing of a field that the link does not name leaves by these routes. */
export const publicRoutes = (ports: Ports): RouteSet => {
  const { documents, vault, state, rpc, limits, settings, clock } = ports;
  const secrets = createSecrets(vault);
  const counts = createCounts(state);
  const tables = createSharedTables(rpc);
  const auth = rpc.client(AuthServiceDefinition);
  const demands = settings.rateLimits ? demanding : easy;
  const perLink = limits.limiter('public.link', { capacity: 3_000, perSecond: 200 });
  const answers = limits.limiter('public.answer', { capacity: 20, perSecond: 1 / 6 });
  const passwords = limits.limiter('public.password', { capacity: 10, perSecond: 10 / 600 });
  const take = async (limiter: typeof perLink, key: string): Promise<void> => {
    if (!settings.rateLimits) return;
    const seconds = await limiter.take(key, 1);
    if (seconds > 0) throw later(seconds);
  };

  const find = async (given: string): Promise<Entered> => {
    const found = await secrets.find(given);
    if (found === undefined) throw gone();
    const { organizationId, linkId } = found;
    const [link, sharing] = await Promise.all([
      documents.get<Link>(organizationId, 'links', linkId),
      documents.get<Sharing>(organizationId, 'sharing', 'all'),
    ]);
    if (link === undefined || !isOpen(link, sharing, clock())) throw gone();
    if (link.answerLimit > 0 && (await counts.of(organizationId, linkId)).answered >= link.answerLimit) throw gone();
    await take(perLink, linkId);
    const actor = linkActor(organizationId, linkId, {
      tableId: link.tableId,
      right: link.type === 'form' ? 'add' : 'read',
      fields: link.fieldIds,
      ...(link.viewId !== '' && { viewId: link.viewId }),
    });
    return { link, organizationId, actor };
  };

  const cookieOf = ({ id }: Link) => plainCookie(settings.baseUrl, `link-${id}`);
  const isLetIn = async (link: Link, cookies: string | undefined): Promise<boolean> =>
    link.passwordId === '' ||
    isVisit(await secrets.key(), link.id, link.passwordId, cookieNamed(cookies, cookieOf(link).name), clock());
  /** The link, for who is let in. */
  const enter = async (given: string, cookies: string | undefined): Promise<Entered> => {
    const entered = await find(given);
    if (!(await isLetIn(entered.link, cookies))) throw forbidden('public.password_needed');
    return entered;
  };

  /** What the table refuses a link is gone for strangers: the table or the view is no longer there. */
  const shown = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isRejection(error) && (error.kind === 'not_found' || error.kind === 'forbidden')) throw gone();
      throw error;
    }
  };
  const viewOf = (actor: Actor, { tableId, viewId }: Link): Promise<SharedView | undefined> =>
    viewId === '' ? Promise.resolve(undefined) : tables.view(actor, tableId, viewId);
  const organization = (actor: Actor) => auth.getOrganization({}, { actor, deadlineMs: 5_000 });
  const inside = async ({ link, actor }: Entered) => {
    const [table, view] = await shown(Promise.all([tables.table(actor, link.tableId), viewOf(actor, link)]));
    return { table, view };
  };
  const columnsOf = ({ link }: Entered, { table, view }: Awaited<ReturnType<typeof inside>>) => {
    const chosen = new Set(link.fieldIds);
    const order = new Map((view?.config.fields ?? []).map(({ fieldId }, at) => [fieldId, at]));
    const last = order.size;
    return table.fields
      .filter((field) => chosen.has(field.id) && isShowable(field))
      .toSorted((a, b) => (order.get(a.id) ?? last) - (order.get(b.id) ?? last));
  };

  return [
    route({
      method: 'get',
      path: '/public/{token}',
      tag,
      summary: 'What a public link opens',
      description: 'A form with its questions, or a list with its columns. Where it has a password, only that.',
      access: 'public',
      allows: 'none',
      params: token,
      query: z.strictObject({
        org: z
          .string()
          .max(40)
          .optional()
          .meta({ description: 'The short name or id of the organization, where the address names it' }),
      }),
      refuses: ofToken,
      responses: { 200: page },
      handle: async ({ params, headers, query: { org } }) => {
        const entered = await find(params.token);
        const { link, organizationId, actor } = entered;
        const named = org?.toLowerCase();
        if (named !== undefined && named !== organizationId && named !== (await organization(actor)).shortName)
          throw gone();
        if (!(await isLetIn(link, headers['cookie']))) return { body: { locked: true } };
        const [known, { name }] = await Promise.all([inside(entered), organization(actor)]);
        const { table, view } = known;
        await counts.open(organizationId, link.id);
        const brand = link.showBrand ? name : null;
        if (link.type !== 'form') {
          const title = link.title || view?.label || table.label;
          const columns = columnsOf(entered, known).map((field) => ({ id: field.id, label: field.name }));
          return { body: { locked: false, type: 'object', title, brand, columns } };
        }
        const config = view?.config ?? {};
        const { shown: questions } = questionsOf(config.fields ?? [], table.fields, link.fieldIds);
        return {
          body: {
            locked: false,
            type: 'form',
            title: link.title || config.title || view?.label || table.label,
            description: config.description ?? '',
            brand,
            color: config.header_color ?? null,
            submitLabel: config.submit_label ?? '',
            successMessage: config.success_message ?? '',
            questions,
            ticket: makeTicket(await secrets.key(), link.id, clock()),
            work: demands.bits,
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/public/{token}/password',
      tag,
      summary: 'Say the password of a public link',
      description: 'Sets a cookie that opens this link alone, for eight hours or until the password is changed.',
      access: 'public',
      allows: 'none',
      params: token,
      body: z.strictObject({ password: z.string().max(200) }),
      limit: 'strict',
      refuses: [...ofToken, ...refuses('public.busy', 'public.password_wrong')],
      responses: { 204: 'empty' },
      handle: async ({ params, body, ip }) => {
        const { link, organizationId } = await find(params.token);
        if (link.passwordId === '') return { status: 204 };
        await take(passwords, `${link.id} ${addressKey(ip)}`);
        if (!(await secrets.isPassword(organizationId, link.id, link.passwordId, body.password)))
          throw forbidden('public.password_wrong');
        const visit = makeVisit(await secrets.key(), link.id, link.passwordId, clock() + visitLife);
        return { status: 204, headers: { 'set-cookie': cookieOf(link).set(visit, visitLife / 1000) } };
      },
    }),
    route({
      method: 'post',
      path: '/public/{token}/query',
      tag,
      summary: 'Records that a public link shows, as texts',
      description: 'Exactly the columns that it names, in their order, page by page.',
      access: 'public',
      allows: 'none',
      cost: 2,
      params: token,
      body: z.strictObject({
        limit: z.number().int().min(1).max(200).optional(),
        after: z.string().max(2000).optional(),
        search: z.string().max(200).optional(),
      }),
      refuses: [...ofToken, ...refuses('public.not_shown', 'public.password_needed')],
      responses: {
        200: z.strictObject({
          rows: z.array(z.strictObject({ cells: z.array(z.string()) })),
          next: z.string().nullable(),
        }),
      },
      handle: async ({ params, body, headers }) => {
        const entered = await enter(params.token, headers['cookie']);
        const { link, actor } = entered;
        if (link.type === 'form') throw invalid('public.not_shown');
        const [known, facts] = await Promise.all([inside(entered), organization(actor)]);
        const chosen = new Set(link.fieldIds);
        const { rows, next } = await shown(
          tables.rows(
            actor,
            link.tableId,
            {
              // What a hidden field is sorted by would tell of it.
              sort: (known.view?.config.sort ?? []).filter(({ fieldId }) => chosen.has(fieldId)),
              after: body.after ?? '',
              limit: body.limit ?? 50,
              search: body.search ?? '',
            },
            columnsOf(entered, known),
            { locale: facts.language, timezone: facts.timezone, currency: facts.currencySymbol },
          ),
        );
        return { body: { rows: rows.map((cells) => ({ cells })), next } };
      },
    }),
    route({
      method: 'post',
      path: '/public/{token}/records',
      tag,
      summary: 'Answer a public form',
      description:
        'Answers by the ids of their questions; others are not looked at. The same ticket makes one record, however often it is sent. What is wrong stands in `details.fields`, by question: `required`, `invalid` or `taken`.',
      access: 'public',
      allows: 'none',
      cost: 2,
      params: token,
      body: z.strictObject({
        fields: z.record(z.string().max(100), z.unknown()),
        ticket: z.string().max(200),
        proof: z.string().max(40).optional(),
        website: z.string().max(200).optional().meta({ description: 'Stays empty: people do not see it' }),
      }),
      refuses: [...ofToken, ...refuses('public.answer_invalid', 'public.password_needed', 'public.reload')],
      responses: { 201: z.strictObject({}) },
      handle: async ({ params, body, headers, ip }) => {
        const entered = await enter(params.token, headers['cookie']);
        const { link, organizationId, actor } = entered;
        if (!link.canWrite) throw gone();
        await take(answers, `${link.id} ${addressKey(ip)}`);
        const now = clock();
        const ticket = readTicket(await secrets.key(), link.id, body.ticket, now);
        if (ticket === undefined || now - ticket.at < demands.leastMs) throw rejection('conflict', 'public.reload');
        if (!isWorked(body.ticket, body.proof ?? '', demands.bits)) throw rejection('conflict', 'public.reload');
        // A program that fills in what nobody sees is told that all went well.
        if ((body.website ?? '') !== '') return { status: 201, body: {} };
        const { table, view } = await inside(entered);
        const asked = questionsOf(view?.config.fields ?? [], table.fields, link.fieldIds);
        const judgement = judged(asked, table.fields, body.fields);
        const refused = (fields: Readonly<Record<string, Fault>>) =>
          invalid('public.answer_invalid', 'Some answers are not valid.', { fields });
        if (Object.keys(judgement.faults).length > 0) throw refused(judgement.faults);
        if (!(await counts.take(organizationId, link.id, link.answerLimit))) throw gone();
        const release = () => counts.release(organizationId, link.id);
        const result = await shown(
          tables
            .add(actor, link.tableId, judgement, {
              key: `${link.id}.${ticket.nonce}`,
              address: ip,
              userAgent: headers['user-agent'] ?? '',
            })
            .catch(async (error: unknown) => {
              await release();
              throw error;
            }),
        );
        if (result === 'made') return { status: 201, body: {} };
        await release();
        if (result === 'again') return { status: 201, body: {} };
        throw refused(result.refused === 'records.not_unique' ? { '': 'taken' } : { '': 'invalid' });
      },
    }),
  ];
};
