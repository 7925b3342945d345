import type { Actor, CommandMeta } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { verifyPassword } from '../accounts/passwords.ts';
import { asSystem, type Context } from '../context.ts';
import { systemOrganization } from '../events.ts';
import { organizationsOf } from '../evolve.ts';
import type { AccountDocument, MemberDocument } from '../projection.ts';
import { conflict, forbidden, invalid, notFound, refuses, rejection } from '../refusals.ts';
import { id, loginAnswer, password } from '../schemas.ts';
import type { Attempt } from '../sessions/throttle.ts';

const code = z.string().trim().min(1).max(40);
const wrongCode = () => invalid('second_factor.code');
const expired = () => rejection('unauthenticated', 'second_factor.expired');

/** Logins in two steps: a password, then a code of an app, or a recovery code where the app is lost. */
export const secondFactorRoutes = (context: Context): RouteSet => {
  const { ports, factors, throttle } = context;
  const member = (organizationId: string, userId: string) =>
    ports.documents.get<MemberDocument>(organizationId, 'members', userId);
  const set = (accountId: string, on: boolean, meta: CommandMeta) =>
    context.execute('setSecondFactor', { accountId, on }, asSystem(meta, systemOrganization));

  /** The account of whoever asks, once they have shown that they know its password. */
  const byPassword = async (actor: Actor, given: string, attempt: Attempt): Promise<AccountDocument> => {
    const account = await context.account(actor.id);
    await throttle.begin(account?.email ?? actor.id, attempt);
    if (account === undefined || !(await verifyPassword(given, await context.passwordOf(actor.id)))) {
      await throttle.failed(attempt);
      throw rejection('unauthenticated', 'password_mismatch');
    }
    return account;
  };

  return [
    route({
      method: 'post',
      path: '/auth/mfa-login',
      secret: true,
      tag: 'auth',
      summary: 'The second step of a login',
      description:
        'Takes what a login answered as `verifySession`, within five minutes, and a code of the app or a recovery code, which works once. Ten codes of an account may be tried in ten minutes.',
      access: 'public',
      allows: 'none',
      limit: 'strict',
      body: z.strictObject({ verifySession: z.string().min(1).max(200), verifyCode: code }),
      refuses: refuses('empty_seat', 'erasure.running', 'second_factor.code', 'second_factor.expired'),
      responses: { 200: loginAnswer },
      handle: async ({ body, raw, meta }) => {
        const awaited = await factors.awaited(body.verifySession);
        const account = awaited && (await context.account(awaited.accountId));
        if (awaited === undefined || account?.credentialVersion !== awaited.credentialVersion) throw expired();
        const place = await context.entrance(account, awaited.organizationId ?? account.organizationId);
        if (place === undefined) throw forbidden('empty_seat');
        if (account.secondFactor === true) {
          await throttle.code(account.id);
          if (!(await factors.use(account.id, body.verifyCode))) throw wrongCode();
        }
        await factors.came(body.verifySession);
        return context.enter(
          { ...account, organizationId: place.organizationId },
          place.roleId,
          { raw, meta, way: awaited.way },
          { factor: account.secondFactor === true },
        );
      },
    }),
    route({
      method: 'get',
      path: '/v3/second-factor',
      tag: 'auth',
      summary: 'Whether your login takes two steps',
      description: 'And how many recovery codes are left.',
      access: 'session',
      allows: 'second_factor.own',
      whenLacking: true,
      responses: { 200: z.strictObject({ on: z.boolean(), recovery_left: z.number() }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'second_factor.own');
        const account = await context.account(actor.id);
        const on = account?.secondFactor === true;
        return { body: { on, recovery_left: on ? await factors.left(actor.id) : 0 } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/second-factor/setup',
      secret: true,
      tag: 'auth',
      summary: 'Begin two-step login',
      description:
        'Needs the password. Answers the secret for an app that makes codes, as text and as the address that a QR code holds; it waits for its first code for 15 minutes.',
      access: 'session',
      allows: 'second_factor.own',
      whenLacking: true,
      limit: 'strict',
      body: z.strictObject({ current: password }),
      refuses: refuses('login.busy', 'password_mismatch', 'second_factor.already_on'),
      responses: { 200: z.strictObject({ secret: z.string(), address: z.string() }) },
      handle: async ({ body, actor, raw, ip }) => {
        requireRight(actor, 'second_factor.own');
        const account = await byPassword(actor, body.current, { raw, ip });
        if (account.secondFactor === true) throw conflict('second_factor.already_on');
        const secret = await factors.begin(account.id);
        const name = `${encodeURIComponent('Tessera')}:${encodeURIComponent(account.email)}`;
        return { body: { secret, address: `otpauth://totp/${name}?secret=${secret}&issuer=Tessera` } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/second-factor',
      secret: true,
      tag: 'auth',
      summary: 'Turn two-step login on',
      description: 'Takes the first code of the app. Answers ten recovery codes, which stand in this answer only.',
      access: 'session',
      allows: 'second_factor.own',
      whenLacking: true,
      limit: 'strict',
      body: z.strictObject({ code }),
      refuses: refuses('account.not_found', 'second_factor.already_on', 'second_factor.code'),
      responses: { 200: z.strictObject({ recovery_codes: z.array(z.string()) }) },
      handle: async ({ body, actor, meta }) => {
        requireRight(actor, 'second_factor.own');
        await throttle.code(actor.id);
        if ((await context.account(actor.id))?.secondFactor === true) throw conflict('second_factor.already_on');
        const codes = await factors.confirm(actor.id, body.code);
        if (codes === undefined) throw wrongCode();
        await set(actor.id, true, meta);
        return { body: { recovery_codes: codes } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/second-factor/off',
      tag: 'auth',
      summary: 'Turn two-step login off',
      description: 'Needs the password. The app’s codes and the recovery codes work no more.',
      access: 'session',
      allows: 'second_factor.own',
      limit: 'strict',
      body: z.strictObject({ current: password }),
      refuses: refuses('account.not_found', 'login.busy', 'password_mismatch', 'second_factor.not_on'),
      responses: { 204: 'empty' },
      handle: async ({ body, actor, raw, ip, meta }) => {
        requireRight(actor, 'second_factor.own');
        const account = await byPassword(actor, body.current, { raw, ip });
        if (account.secondFactor !== true) throw conflict('second_factor.not_on');
        await set(account.id, false, meta);
        await factors.drop(account.id);
        return { status: 204 };
      },
    }),
    route({
      method: 'post',
      path: '/v3/account/user/{id}/second-factor/off',
      tag: 'auth',
      summary: "Turn a person's two-step login off",
      description: 'For somebody who lost their app and their recovery codes. Administrators only.',
      access: 'session',
      allows: 'second_factor.reset',
      params: z.strictObject({ id }),
      refuses: refuses('account.not_found', 'second_factor.elsewhere', 'second_factor.not_on', 'user.not_found'),
      responses: { 204: 'empty' },
      handle: async ({ params, actor, meta }) => {
        requireRight(actor, 'second_factor.reset');
        const found = await member(actor.organizationId, params.id);
        const account = found && (await context.account(params.id));
        if (account === undefined) throw notFound('user.not_found');
        // Of one organization nobody weakens how somebody comes into another.
        if (organizationsOf(account).length > 1) throw conflict('second_factor.elsewhere');
        if (account.secondFactor !== true) throw conflict('second_factor.not_on');
        await set(account.id, false, meta);
        await factors.drop(account.id);
        return { status: 204 };
      },
    }),
  ];
};
