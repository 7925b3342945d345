import type { DocumentReader } from '@tessera/document-store';
import { fold, isRejection, linkActor, systemActor, type Rejection } from '@tessera/kernel';
import { blockType } from '@tessera/proto/blocks';
import type { ServicePorts } from '@tessera/runtime';
import type { Plans } from '@tessera/runtime/plans';
import { addressKey, cookieNamed, plainCookie, route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { forbidden, invalid, notFound, refuses, rejection } from '../refusals.ts';
import type { AppsStore } from '../store.ts';
import { createCounts } from './counts.ts';
import { gone, type Entered } from './entered.ts';
import type { Told } from './apps.ts';
import { createEntrance, shown, type Inside } from './entrance.ts';
import type { Link } from './evolve.ts';
import {
  demanding,
  easy,
  isVisit,
  isWorked,
  makeAnswered,
  makeTicket,
  makeVisit,
  readAnswered,
  readTicket,
  visitLife,
} from './guard.ts';
import { createLinkMails, isMailAddress } from './mails.ts';
import { addressIn, isShowable, judged, questionsOf, withAnswers, type Fault } from './questions.ts';
import { isApp, isPage } from './rights.ts';
import { dayText, readingOf } from '../blocks/answers.ts';
import { blockAnswers } from '../blocks/schema.ts';
import { createSharedTables, type Refused } from './tables.ts';
import { createSecrets } from './tokens.ts';

const tag = 'Public pages';
/** How long a browser remembers that it answered, in seconds. Browsers keep nothing longer. */
const answeredLife = 400 * 24 * 60 * 60;
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
    page: z.string().nullable().meta({ description: 'The title of the page that begins with it' }),
  })
  .meta({ id: 'PublicQuestion' });
const place = z.strictObject({ id: z.string(), x: z.number(), y: z.number(), w: z.number(), h: z.number() });
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
    once: z.boolean().meta({ description: 'Each browser is asked once' }),
    answered: z.strictObject({ change: z.string().nullable() }).nullable().meta({
      description: 'This browser answered, and is asked once; `change` leads to the answer, where it may change',
    }),
  }),
  z.strictObject({
    locked: z.literal(false),
    type: z.literal('object'),
    title: z.string(),
    brand: z.string().nullable(),
    columns: z.array(z.strictObject({ id: z.string(), label: z.string() })),
  }),
  z.strictObject({
    locked: z.literal(false),
    type: z.literal('dashboard'),
    title: z.string(),
    brand: z.string().nullable(),
    shows_title: z.boolean(),
    top_bar: z
      .strictObject({
        color: z.string().nullable(),
        logo: z.string().nullable(),
        tabs: z.array(z.strictObject({ label: z.string(), color: z.string().nullable(), href: z.string() })),
      })
      .nullable(),
    background: z.string().nullable(),
    columns: z.strictObject({ desktop: z.number(), mobile: z.number() }),
    layouts: z.strictObject({ desktop: z.array(place), mobile: z.array(place) }),
    blocks: z.array(
      z.strictObject({
        id: z.string(),
        type: z.string(),
        config: z.looseObject({}).meta({ description: 'How it looks; what it asks of its table is not told' }),
        form: z
          .strictObject({ questions: z.array(question), ticket: z.string() })
          .nullable()
          .meta({ description: 'Of a block that asks' }),
      }),
    ),
    work: z.number(),
  }),
  z.strictObject({
    locked: z.literal(false),
    type: z.literal('doc-page'),
    title: z.string(),
    brand: z.string().nullable(),
    content: z.looseObject({ type: z.string() }).meta({
      description: 'As the editor has it. People are texts with their names; a record says only that it is one',
    }),
  }),
]);

type Ports = Pick<ServicePorts, 'vault' | 'state' | 'rpc' | 'limits' | 'settings' | 'clock' | 'log'> & {
  readonly documents: DocumentReader;
  readonly store: AppsStore;
  readonly plans: Plans;
};

const ofToken = refuses('public_view_not_found', 'plan.blocked');
const later = (seconds: number): Rejection =>
  rejection('limited', 'request.limited', `Too many requests. Try again in ${seconds} s.`, { retryAfter: seconds });

const isAsking = (type: string): boolean => blockType(type)?.shares === 'asked';

/** What strangers reach by a public link. Nothing of a field that the link does not name leaves by these routes. */
export const publicRoutes = (ports: Ports): RouteSet => {
  const { vault, state, rpc, limits, settings, clock, store, log, plans } = ports;
  const secrets = createSecrets(vault);
  const counts = createCounts(state);
  const tables = createSharedTables(rpc);
  const mails = createLinkMails(ports);
  const entrance = createEntrance(ports);
  const { inside, organization, apps } = entrance;
  const demands = settings.rateLimits ? demanding : easy;
  const perLink = limits.limiter('public.link', { capacity: 3_000, perSecond: 200 });
  const answers = limits.limiter('public.answer', { capacity: 20, perSecond: 1 / 6 });
  const passwords = limits.limiter('public.password', { capacity: 10, perSecond: 10 / 600 });
  const receipts = limits.limiter('public.receipt', { capacity: 3, perSecond: 3 / 86_400 });
  const take = async (limiter: typeof perLink, key: string): Promise<void> => {
    if (!settings.rateLimits) return;
    const seconds = await limiter.take(key, 1);
    if (seconds > 0) throw later(seconds);
  };

  const find = async (given: string): Promise<Entered> => {
    const entered = await entrance.find(given);
    await take(perLink, entered.link.id);
    if (await plans.isBlocked(entered.organizationId)) throw rejection('unpaid', 'plan.blocked');
    return entered;
  };

  const framed = ({ hosts }: Link) => ({ framed: hosts.length > 0 });
  const cookieOf = (link: Link) => plainCookie(settings.baseUrl, `link-${link.id}`, framed(link));
  const answerCookieOf = (link: Link) => plainCookie(settings.baseUrl, `answer-${link.id}`, framed(link));
  const isLetIn = async (link: Link, cookies: string | undefined): Promise<boolean> =>
    link.passwordId === '' ||
    isVisit(await secrets.key(), link.id, link.passwordId, cookieNamed(cookies, cookieOf(link).name), clock());
  /** The link, for who is let in. */
  const enter = async (given: string, cookies: string | undefined): Promise<Entered> => {
    const entered = await find(given);
    if (!(await isLetIn(entered.link, cookies))) throw forbidden('public.password_needed');
    return entered;
  };

  /** What tickets of a form are sealed for: the link, or one block of the app that it opens. */
  const ticketId = (link: Link, blockId: string): string => (blockId === '' ? link.id : `${link.id} ${blockId}`);
  /** The page of an app with its forms. */
  const appPage = async (entered: Entered, told: Told) => {
    const known = await apps.page(entered, told);
    const blocks = [];
    for (const block of known.blocks) {
      if (!isAsking(block.type)) {
        blocks.push({ ...block, form: null });
        continue;
      }
      const { actor, share, asked } = await apps.form(entered, block.id);
      const { fields } = await shown(tables.table(actor, share.tableId));
      const { shown: questions } = questionsOf(asked, fields, share.fieldIds);
      const ticket = makeTicket(await secrets.key(), ticketId(entered.link, block.id), clock());
      blocks.push({ ...block, form: { questions: [...questions], ticket } });
    }
    return { ...known, blocks };
  };
  /** Where an answer goes: as whom, into which table, and what was asked. */
  const formOf = async (entered: Entered, blockId: string) => {
    const { link } = entered;
    if (!isApp(link)) {
      if (!link.canWrite || blockId !== '') throw gone();
      const { table, view } = await inside(entered);
      const asked = questionsOf(view?.config.fields ?? [], table.fields, link.fieldIds);
      return { actor: entered.actor, tableId: link.tableId, fields: table.fields, asked };
    }
    const { actor, share, asked } = await apps.form(entered, blockId);
    const { fields } = await shown(tables.table(actor, share.tableId));
    return { actor, tableId: share.tableId, fields, asked: questionsOf(asked, fields, share.fieldIds) };
  };
  const columnsOf = ({ link }: Entered, { table, view }: Inside) => {
    const chosen = new Set(link.fieldIds);
    const order = new Map((view?.config.fields ?? []).map(({ fieldId }, at) => [fieldId, at]));
    const last = order.size;
    return table.fields
      .filter((field) => chosen.has(field.id) && isShowable(field))
      .toSorted((a, b) => (order.get(a.id) ?? last) - (order.get(b.id) ?? last));
  };

  /** What the browser was told when it answered; undefined where it did not, or may answer again. */
  const answeredBefore = async (link: Link, cookies: string | undefined): Promise<string | undefined> => {
    const given = link.oneAnswer ? cookieNamed(cookies, answerCookieOf(link).name) : undefined;
    return readAnswered(await secrets.key(), link.id, given) === undefined ? undefined : given;
  };

  /** Lets a receipt go to the address that was given. The answer is there already, whatever becomes of this. */
  const acknowledge = async ({ link, organizationId }: Entered, email: string, answered: string): Promise<void> => {
    if (settings.rateLimits && (await receipts.take(`${organizationId} ${fold(email)}`, 1)) > 0) return;
    try {
      const kept = { linkId: link.id, email, kind: 'receipt', ...(link.changeable && { answered }) } as const;
      const mailId = await mails.keep(organizationId, kept);
      const meta = { actor: systemActor('apps', organizationId), origin: 'system' } as const;
      await store.execute({ type: 'askReceipt', payload: { linkId: link.id, mailId } }, meta);
    } catch (error) {
      log.warn('a receipt was not asked for', { organizationId, linkId: link.id, error: String(error) });
    }
  };

  /** The record of an answer, and who may change it; refused where the link lets nobody, or it is another's. */
  const toChange = async ({ link, organizationId }: Entered, given: string) => {
    const recordId = readAnswered(await secrets.key(), link.id, given);
    if (recordId === undefined || link.type !== 'form' || !link.changeable) throw notFound('public.answer_gone');
    const { id, tableId, fieldIds: fields } = link;
    return { recordId, owner: linkActor(organizationId, id, { tableId, right: 'change', recordId, fields }) };
  };
  /** Refused as gone once the record is. */
  const ofAnswer = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isRejection(error) && (error.kind === 'not_found' || error.kind === 'forbidden'))
        throw notFound('public.answer_gone');
      throw error;
    }
  };
  const refused = (fields: Readonly<Record<string, Fault>>): Rejection =>
    invalid('public.answer_invalid', 'Some answers are not valid.', { fields });
  const faultOf = ({ refused: code, lacking }: Refused, shown: readonly { readonly id: string }[]): Rejection => {
    // A rule of the table may ask for what the form does not.
    const asked = lacking.filter((fieldId) => shown.some(({ id }) => id === fieldId));
    if (asked.length > 0) return refused(Object.fromEntries(asked.map((id) => [id, 'required' as const])));
    return refused(code === 'records.not_unique' ? { '': 'taken' } : { '': 'invalid' });
  };

  return [
    route({
      method: 'get',
      path: '/public/{token}',
      tag,
      summary: 'What a public link opens',
      description:
        'A form with its questions, a list with its columns, an app with its blocks, or a doc page. Where it has a password, only that.',
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
        if (!(await entrance.isOf(entered, org))) throw gone();
        if (!(await isLetIn(link, headers['cookie']))) return { body: { locked: true } };
        const facts = await organization(actor);
        const brand = link.showBrand ? facts.name : null;
        if (isPage(link)) {
          const { title, content } = await entrance.page(entered);
          await counts.open(organizationId, link.id, clock());
          return { body: { locked: false, type: 'doc-page', title, brand, content } };
        }
        if (isApp(link)) {
          const known = await appPage(entered, {
            today: dayText(facts, clock()),
            ...(brand && { organization: brand }),
          });
          await counts.open(organizationId, link.id, clock());
          return { body: { locked: false, type: 'dashboard', brand, work: demands.bits, ...known } };
        }
        const known = await inside(entered);
        const { table, view, title } = known;
        await counts.open(organizationId, link.id, clock());
        if (link.type !== 'form') {
          const columns = columnsOf(entered, known).map((field) => ({ id: field.id, label: field.name }));
          return { body: { locked: false, type: 'object', title, brand, columns } };
        }
        const config = view?.config ?? {};
        const { shown: questions } = questionsOf(config.fields ?? [], table.fields, link.fieldIds);
        const answered = await answeredBefore(link, headers['cookie']);
        return {
          body: {
            locked: false,
            type: 'form',
            title,
            description: config.description ?? '',
            brand,
            color: config.header_color ?? null,
            submitLabel: config.submit_label ?? '',
            successMessage: config.success_message ?? '',
            questions,
            ticket: makeTicket(await secrets.key(), link.id, clock()),
            work: demands.bits,
            once: link.oneAnswer,
            answered: answered === undefined ? null : { change: link.changeable ? answered : null },
          },
        };
      },
    }),
    route({
      method: 'get',
      path: '/v3/public-form/{token}',
      tag,
      summary: 'The fields of a public form',
      description: 'In their order, with a `page_break` where a page begins; for programs that draw it themselves.',
      access: 'public',
      allows: 'none',
      params: token,
      refuses: [...ofToken, ...refuses('public.password_needed')],
      responses: {
        200: z.strictObject({
          table_id: z.string(),
          record_id: z.string().nullable(),
          fields: z.array(
            z.strictObject({ id: z.string(), type: z.enum(['field', 'page_break']), field_id: z.string().optional() }),
          ),
        }),
      },
      handle: async ({ params, headers }) => {
        const entered = await enter(params.token, headers['cookie']);
        const { link } = entered;
        if (link.type !== 'form') throw gone();
        const { table, view } = await inside(entered);
        const { shown: questions } = questionsOf(view?.config.fields ?? [], table.fields, link.fieldIds);
        const fields = questions.flatMap(({ id: fieldId, page: begins }, at) => [
          ...(begins !== null && at > 0 ? [{ id: `page-${at}`, type: 'page_break' as const }] : []),
          { id: fieldId, type: 'field' as const, field_id: fieldId },
        ]);
        return { body: { table_id: link.tableId, record_id: null, fields } };
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
      description:
        'Exactly the columns that it names, in their order, page by page. Of an app what each of its blocks shows, by its id.',
      access: 'public',
      allows: 'none',
      cost: 2,
      params: token,
      body: z.strictObject({
        limit: z.number().int().min(1).max(200).optional(),
        after: z.string().max(2000).optional(),
        search: z.string().max(200).optional(),
        blocks: z.array(z.string().max(40)).max(500).optional().meta({ description: 'Of an app: those alone' }),
      }),
      refuses: [...ofToken, ...refuses('public.not_shown', 'public.password_needed')],
      responses: {
        200: z.union([
          z.strictObject({
            rows: z.array(z.strictObject({ cells: z.array(z.string()) })),
            next: z.string().nullable(),
          }),
          z.strictObject({ results: blockAnswers }),
        ]),
      },
      handle: async ({ params, body, headers }) => {
        const entered = await enter(params.token, headers['cookie']);
        const { link, actor } = entered;
        if (isApp(link)) {
          const facts = await organization(actor);
          const { reading, today } = readingOf({ ...facts, currency: facts.currencySymbol }, clock());
          return { body: { results: await apps.answers(entered, reading, today, body.blocks) } };
        }
        if (link.type !== 'object') throw invalid('public.not_shown');
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
        block: z.string().max(40).optional().meta({ description: 'Of an app: the block that asks' }),
      }),
      refuses: [
        ...ofToken,
        ...refuses('public.answer_invalid', 'public.answered', 'public.password_needed', 'public.reload'),
      ],
      responses: {
        201: z.strictObject({
          change: z.string().nullable().meta({ description: 'Leads to the answer, where it may be changed' }),
        }),
      },
      handle: async ({ params, body, headers, ip }) => {
        const entered = await enter(params.token, headers['cookie']);
        const { link, organizationId } = entered;
        const blockId = body.block ?? '';
        if (!isApp(link) && !link.canWrite) throw gone();
        await take(answers, `${link.id} ${addressKey(ip)}`);
        const now = clock();
        const ticket = readTicket(await secrets.key(), ticketId(link, blockId), body.ticket, now);
        if (ticket === undefined || now - ticket.at < demands.leastMs) throw rejection('conflict', 'public.reload');
        if (!isWorked(body.ticket, body.proof ?? '', demands.bits)) throw rejection('conflict', 'public.reload');
        // A program that fills in what nobody sees is told that all went well.
        if ((body.website ?? '') !== '') return { status: 201, body: { change: null } };
        if ((await answeredBefore(link, headers['cookie'])) !== undefined)
          throw rejection('conflict', 'public.answered');
        const { actor, tableId, fields, asked } = await formOf(entered, blockId);
        const judgement = judged(asked, fields, body.fields);
        if (Object.keys(judgement.faults).length > 0) throw refused(judgement.faults);
        if (!(await counts.take(organizationId, link.id, link.answerLimit))) throw gone();
        const release = () => counts.release(organizationId, link.id);
        const result = await shown(
          tables
            .add(actor, tableId, judgement, {
              key: `${ticketId(link, blockId)}.${ticket.nonce}`,
              formId: isApp(link) ? blockId : link.viewId,
              address: ip,
              userAgent: headers['user-agent'] ?? '',
            })
            .catch(async (error: unknown) => {
              await release();
              throw error;
            }),
        );
        if ('refused' in result || result.again) await release();
        if ('refused' in result) throw faultOf(result, asked.shown);
        const answered = makeAnswered(await secrets.key(), link.id, result.recordId);
        const email = link.receipts && !result.again ? addressIn(asked.shown, body.fields) : undefined;
        if (email !== undefined && isMailAddress(email)) await acknowledge(entered, email, answered);
        return {
          status: 201,
          body: { change: link.changeable ? answered : null },
          ...(link.oneAnswer && { headers: { 'set-cookie': answerCookieOf(link).set(answered, answeredLife) } }),
        };
      },
    }),
    route({
      method: 'post',
      path: '/public/{token}/answer',
      tag,
      summary: 'Read an answer to a public form again',
      description: 'For who gave it, by what the form answered then. The questions are those of now.',
      access: 'public',
      allows: 'none',
      params: token,
      body: z.strictObject({ change: z.string().max(200) }),
      refuses: [...ofToken, ...refuses('public.answer_gone', 'public.password_needed')],
      responses: { 200: z.strictObject({ questions: z.array(question) }) },
      handle: async ({ params, body, headers }) => {
        const entered = await enter(params.token, headers['cookie']);
        const { recordId, owner } = await toChange(entered, body.change);
        const { table, view } = await inside(entered);
        const { shown: questions } = questionsOf(view?.config.fields ?? [], table.fields, entered.link.fieldIds);
        const fieldIds = questions.map(({ id }) => id);
        const found =
          fieldIds.length === 0
            ? new Map()
            : await ofAnswer(tables.answer(owner, entered.link.tableId, recordId, fieldIds));
        if (found === undefined) throw notFound('public.answer_gone');
        return { body: { questions: [...withAnswers(questions, table.fields, found)] } };
      },
    }),
    route({
      method: 'put',
      path: '/public/{token}/answer',
      tag,
      summary: 'Change an answer to a public form',
      description:
        'All questions again: what is left out is emptied. What is wrong stands in `details.fields` as with a new answer.',
      access: 'public',
      allows: 'none',
      cost: 2,
      params: token,
      body: z.strictObject({
        change: z.string().max(200),
        fields: z.record(z.string().max(100), z.unknown()),
      }),
      refuses: [...ofToken, ...refuses('public.answer_gone', 'public.answer_invalid', 'public.password_needed')],
      responses: { 204: 'empty' },
      handle: async ({ params, body, headers, ip }) => {
        const entered = await enter(params.token, headers['cookie']);
        const { link } = entered;
        if (!link.canWrite) throw gone();
        const { recordId, owner } = await toChange(entered, body.change);
        await take(answers, `${link.id} ${addressKey(ip)}`);
        const { table, view } = await inside(entered);
        const { shown: questions } = questionsOf(view?.config.fields ?? [], table.fields, link.fieldIds);
        // What the form answers by itself it said when the record was made.
        const judgement = judged({ shown: questions, answered: new Map() }, table.fields, body.fields);
        if (Object.keys(judgement.faults).length > 0) throw refused(judgement.faults);
        const sent = { address: ip, userAgent: headers['user-agent'] ?? '' };
        const result = await ofAnswer(tables.change(owner, link.tableId, recordId, judgement, sent));
        if (result !== 'made')
          throw result.refused === 'records.not_found' ? notFound('public.answer_gone') : faultOf(result, questions);
        return { status: 204 };
      },
    }),
  ];
};
