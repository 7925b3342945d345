import type { DocumentReader } from '@tessera/document-store';
import { isId } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { createDirectory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { filter } from '../apps/config.ts';
import type { AppDocument } from '../apps/projection.ts';
import { createSharedTables } from '../links/tables.ts';
import { seesApp } from '../places/reachable.ts';
import { notFound, refuses } from '../refusals.ts';
import { answerOf, atOnce, eachOf, readingOf, type BlockAnswer } from './answers.ts';
import { askOf, bothOf, type Filter } from './asked.ts';
import { blockAnswers } from './schema.ts';

const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const lines = 'application/x-ndjson';

type Ports = Pick<ServicePorts, 'rpc' | 'clock'> & {
  readonly documents: DocumentReader;
  readonly directory: ReturnType<typeof createDirectory>;
};

/** What the blocks of an app show their reader, all in one request. */
export const blockRoutes = ({ documents, rpc, clock, directory }: Ports): RouteSet => {
  const tables = createSharedTables(rpc);
  return [
    route({
      method: 'post',
      path: '/v3/apps/{id}/query',
      tag: 'Apps',
      summary: 'What the blocks of an app show',
      description:
        'By the ids of the blocks, of those that show records; each by the rights of who asks, and an error of one is no error of others. With `Accept: application/x-ndjson` one line a block, as it is ready: `{"id": …, "answer": …}`.',
      access: 'api',
      allows: 'apps.open',
      whenViewing: true,
      cost: 5,
      params: z.strictObject({ id }),
      query: z.strictObject({ draft: z.enum(['true', 'false']).optional() }),
      body: z.strictObject({
        blocks: z.array(id).max(500).optional().meta({ description: 'Those alone; all without it' }),
        filters: z
          .record(z.string().max(100), filter)
          .optional()
          .meta({ description: 'By the id of a table: what all blocks of it are filtered by beside their own' }),
        search: z.string().max(200).optional(),
      }),
      refuses: refuses('app_not_found'),
      responses: { 200: z.strictObject({ results: blockAnswers }) },
      handle: async ({ actor, params, query, body, headers }) => {
        const app = await documents.get<AppDocument>(actor.organizationId, 'apps', params.id);
        if (app === undefined || !seesApp(actor, app)) throw notFound('app_not_found');
        requireRight(actor, 'apps.open', params.id);
        const asDraft =
          (query.draft === 'true' || app.published === undefined) && can(actor, 'apps.edit', params.id).allow;
        const { blocks } = asDraft ? app.draft : (app.published?.draft ?? app.draft);
        const wanted = body.blocks === undefined ? undefined : new Set(body.blocks);
        const asks = blocks.flatMap((block) => {
          if (wanted?.has(block.id) === false) return [];
          const config = JSON.parse(block.configJson) as Readonly<Record<string, unknown>>;
          const ask = askOf(block.type, config);
          return ask === undefined ? [] : [{ blockId: block.id, tableId: String(config['tableId']), ask }];
        });
        const { reading, today } = readingOf(await directory.facts(actor), clock());
        const asked = new Map<string, Promise<BlockAnswer>>();
        const answer = ({ tableId, ask }: (typeof asks)[number]): Promise<BlockAnswer> => {
          const key = JSON.stringify([tableId, ask]);
          const more = body.filters?.[tableId] as Filter | undefined;
          const reader = (_table: string, own: Filter | undefined) => ({ actor, filter: bothOf(own, more) });
          const work =
            asked.get(key) ?? answerOf(tableId, ask, { tables, reader, reading, today, search: body.search ?? '' });
          asked.set(key, work);
          return work;
        };
        if ((headers['accept'] ?? '').includes(lines))
          return { headers: { 'content-type': lines }, stream: asReady(asks, answer) };
        const results: Record<string, BlockAnswer> = {};
        await eachOf(asks, atOnce, async (one) => void (results[one.blockId] = await answer(one)));
        return { body: { results } };
      },
    }),
  ];
};

/** One line a block, in the order in which they are ready. */
async function* asReady<A extends { readonly blockId: string }>(
  asks: readonly A[],
  answer: (one: A) => Promise<BlockAnswer>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let wake = (): void => undefined;
  let over = false;
  const encoder = new TextEncoder();
  const work = eachOf(asks, atOnce, async (one) => {
    ready.push(encoder.encode(`${JSON.stringify({ id: one.blockId, answer: await answer(one) })}\n`));
    wake();
  }).finally(() => {
    over = true;
    wake();
  });
  // What fails is thrown below.
  work.catch(() => undefined);
  for (;;) {
    const next = ready.shift();
    if (next !== undefined) yield next;
    else if (over) break;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  await work;
}
