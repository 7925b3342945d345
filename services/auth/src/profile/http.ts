import type { Actor } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { written, type Context } from '../context.ts';
import { photoOf } from '../pictures/address.ts';
import type { MemberDocument } from '../projection.ts';
import { notFound, refuses } from '../refusals.ts';
import { email, personName } from '../schemas.ts';
import { noProfile } from './decide.ts';

const profile = z
  .strictObject({
    id: z.string(),
    display_name: z.string().meta({ description: 'What others see on records and comments' }),
    photo_url: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().meta({ description: 'The address that the person signs in with' }),
    personal_email: z.string().nullable(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'Profile' });
const phone = z
  .string()
  .trim()
  .max(40)
  .regex(/^[+\d][\d ()./-]{2,}$/, 'not a phone number');
const tag = 'auth';

/** First and last name of somebody who never told them apart. */
const parted = (name: string): { readonly firstName: string; readonly lastName: string } => {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' ') };
};

/** What a person says of themselves. */
export const profileRoutes = (context: Context): RouteSet => {
  const told = async (actor: Actor) => {
    const found = await context.ports.documents.get<MemberDocument>(
      actor.organizationId,
      'members',
      actor.userId ?? actor.id,
    );
    if (found === undefined) throw notFound('user.not_found');
    const {
      firstName,
      lastName,
      personalEmail,
      phone: number,
    } = found.profile ?? {
      ...noProfile,
      ...parted(found.name),
    };
    return {
      id: found.userId,
      display_name: found.name,
      photo_url: photoOf(found),
      first_name: firstName,
      last_name: lastName,
      email: found.email,
      personal_email: personalEmail === '' ? null : personalEmail,
      phone: number === '' ? null : number,
    };
  };
  return [
    route({
      method: 'get',
      path: '/v3/account/profile',
      tag,
      summary: 'What you say of yourself',
      description: 'Your names and how others reach you.',
      access: 'session',
      allows: 'profile.own',
      refuses: refuses('user.not_found'),
      responses: { 200: profile },
      handle: async ({ actor }) => {
        requireRight(actor, 'profile.own');
        return { body: await told(actor) };
      },
    }),
    route({
      method: 'patch',
      path: '/v3/account/profile',
      tag,
      summary: 'Change what you say of yourself',
      description: 'Send only what changes; null empties an address or a number.',
      access: 'session',
      allows: 'profile.own',
      body: z.strictObject({
        display_name: personName.optional(),
        first_name: personName.optional(),
        last_name: z.string().trim().max(120).optional(),
        personal_email: email.nullable().optional(),
        phone: phone.nullable().optional(),
      }),
      refuses: refuses('user.not_found'),
      responses: { 200: profile },
      handle: async ({ actor, body, meta }) => {
        const now = await told(actor);
        const parts = {
          name: body.display_name,
          firstName: body.first_name ?? now.first_name,
          lastName: body.last_name ?? now.last_name,
          personalEmail: body.personal_email === null ? '' : body.personal_email,
          phone: body.phone === null ? '' : body.phone,
        };
        const result = await context.execute('changeProfile', { parts }, meta);
        return written(result, { body: await told(actor) });
      },
    }),
  ];
};
