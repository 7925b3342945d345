import { requireRight } from '@tessera/proto/rights';
import { route, type RouteAnswer, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { written, type Context } from '../context.ts';
import type { MemberDocument, PictureDocument } from '../projection.ts';
import { notFound, refuses } from '../refusals.ts';
import { id } from '../schemas.ts';
import { logoOf, photoOf } from './address.ts';
import { mostBytes, pictureIn } from './read.ts';

const tag = 'auth';
const version = z
  .string()
  .regex(/^[0-9a-f]{1,64}$/)
  .optional()
  .meta({ description: 'As the address of the picture says it: with it, the answer may be kept for a year' });
/** Base64 is four letters for three bytes. */
const data = z
  .base64()
  .min(4)
  .max(Math.ceil(mostBytes / 3) * 4)
  .meta({ description: 'A PNG, JPEG or WebP of at most 100,000 bytes, as Base64' });
const noPicture = () => notFound('picture.not_found');

/** Photos of people and the logo of the organization. */
export const pictureRoutes = (context: Context): RouteSet => {
  const { documents } = context.ports;
  const answer = async (organizationId: string, whose: string, v: string | undefined): Promise<RouteAnswer> => {
    const found = await documents.get<PictureDocument>(organizationId, 'pictures', whose);
    if (found === undefined || found.data === '') throw noPicture();
    const bytes = Buffer.from(found.data, 'base64');
    return {
      headers: {
        'content-type': found.type,
        'content-length': String(bytes.length),
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': v === found.version ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      },
      stream: (async function* () {
        yield bytes;
      })(),
    };
  };
  return [
    route({
      method: 'get',
      path: '/v3/pictures/{id}',
      tag,
      summary: 'The photo of a person',
      description: 'As `photo_url` names it, for the people of their organization.',
      access: 'api',
      allows: 'users.read',
      params: z.strictObject({ id }),
      query: z.strictObject({ v: version }),
      refuses: refuses('picture.not_found'),
      responses: { 200: 'empty' },
      handle: ({ actor, params, query }) => {
        requireRight(actor, 'users.read');
        return answer(actor.organizationId, params.id, query.v);
      },
    }),
    route({
      method: 'get',
      path: '/org/logo/{id}',
      tag,
      summary: 'The logo of an organization',
      description: 'As `logo_customizado` names it. Anyone who knows the organization may ask: the login shows it.',
      access: 'public',
      allows: 'none',
      params: z.strictObject({ id }),
      query: z.strictObject({ v: version }),
      refuses: refuses('picture.not_found'),
      responses: { 200: 'empty' },
      handle: ({ params, query }) => answer(params.id, params.id, query.v),
    }),
    ...(
      [
        ['person', '/v3/account/photo', 'profile.own', 'your photo'],
        ['organization', '/v3/organization/logo', 'settings.change', 'the logo of your organization'],
      ] as const
    ).flatMap(([of, path, allows, what]) => {
      const refusals = refuses('organization.not_found', 'picture.format', 'user.not_found');
      const address = z.strictObject({ url: z.string().nullable() });
      const told = async (organizationId: string, userId: string) => {
        if (of === 'organization') {
          const found = await context.organization(organizationId);
          return { url: found === undefined ? null : logoOf(found) };
        }
        const found = await documents.get<MemberDocument>(organizationId, 'members', userId);
        return { url: found === undefined ? null : photoOf(found) };
      };
      return [
        route({
          method: 'put',
          path,
          tag,
          summary: `Choose ${what}`,
          description: 'The picture that was there goes. Answers its address.',
          access: 'session',
          allows,
          body: z.strictObject({ data }),
          refuses: refusals,
          responses: { 200: address },
          handle: async ({ actor, body, meta }) => {
            requireRight(actor, allows);
            const result = await context.execute('savePicture', { of, picture: pictureIn(body.data) }, meta);
            return written(result, { body: await told(actor.organizationId, actor.userId ?? actor.id) });
          },
        }),
        route({
          method: 'delete',
          path,
          tag,
          summary: `Remove ${what}`,
          description: 'Initials, or our mark, stand there again.',
          access: 'session',
          allows,
          refuses: refusals,
          responses: { 204: 'empty' },
          handle: async ({ actor, meta }) => {
            requireRight(actor, allows);
            const result = await context.execute('savePicture', { of }, meta);
            return written(result, { status: 204 });
          },
        }),
      ];
    }),
  ];
};
