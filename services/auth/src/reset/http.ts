import { fold, newId, type CommandMeta } from '@tessera/kernel';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts';
import { asSystem, fromOf, type Context } from '../context.ts';
import { systemOrganization } from '../events.ts';
import type { AccountDocument } from '../projection.ts';
import { linkExpired, ofPassword, refuses } from '../refusals.ts';
import { email, password, verifySession } from '../schemas.ts';
import { sessionSeconds } from '../sessions/sessions.ts';
import type { ResetLink } from './links.ts';

const token = z.string().min(1).max(200);

export const resetRoutes = (context: Context): RouteSet => {
  const { factors, resetLinks, sessions, cookie, throttle } = context;

  /** The account that somebody may choose a new password for: theirs, and not kept out. */
  const usable = async (account: AccountDocument | undefined): Promise<AccountDocument | undefined> => {
    if (account === undefined) return undefined;
    const place = await context.entrance(account);
    return place && { ...account, organizationId: place.organizationId };
  };

  const sendLink = async (address: string, meta: CommandMeta): Promise<void> => {
    const account = await usable(await context.accountByEmail(fold(address)));
    if (account === undefined) return;
    const resetId = newId();
    // Before the event that the mail follows.
    await resetLinks.make(account, resetId);
    await context.execute('askPasswordReset', { accountId: account.id, resetId }, asSystem(meta, systemOrganization));
  };

  const find = async (given: string): Promise<{ link: ResetLink; account: AccountDocument }> => {
    const link = await resetLinks.find(given);
    const account = link && (await usable(await context.account(link.accountId)));
    if (link === undefined || account?.credentialVersion !== link.credentialVersion) throw linkExpired();
    return { link, account };
  };

  return [
    route({
      method: 'post',
      path: '/auth/reset-password',
      tag: 'auth',
      summary: 'Send a link to a new password',
      description:
        'Where the address has an account, a mail with a link goes to it, which works once and for an hour. The answer is the same where it has none. Attempts are counted by account and by address.',
      access: 'public',
      allows: 'none',
      limit: 'strict',
      body: z.strictObject({ email }),
      responses: { 204: 'empty' },
      handle: async ({ body, meta }) => {
        await throttle.reset(body.email);
        // Neither the answer nor how long it takes tells whether there is such an account.
        context.beside('a link to a new password was not made', sendLink(body.email, meta));
        return { status: 204 };
      },
    }),
    route({
      method: 'post',
      path: '/auth/reset-link',
      tag: 'auth',
      summary: 'Whose password a link changes',
      description: 'What the page behind such a link shows, before anything is typed.',
      access: 'public',
      allows: 'none',
      limit: 'strict',
      body: z.strictObject({ token }),
      refuses: refuses('invalid_token'),
      responses: { 200: z.strictObject({ email: z.string() }) },
      handle: async ({ body }) => ({ body: { email: (await find(body.token)).account.email } }),
    }),
    route({
      method: 'post',
      path: '/auth/change-password',
      secret: true,
      tag: 'auth',
      summary: 'Choose a new password by a link; ends every session',
      description:
        'The link works once. Answers the token of a new session and sets its cookie. Where the login takes two steps it answers `verifySession` instead. A link that was used or is over is `invalid_token`.',
      access: 'public',
      allows: 'none',
      limit: 'strict',
      body: z.strictObject({ password, token }),
      refuses: [...ofPassword, ...refuses('invalid_token')],
      responses: { 200: z.union([z.strictObject({ newToken: z.string() }), verifySession]) },
      handle: async ({ body, meta, raw }) => {
        const { link, account } = await find(body.token);
        checkNewPassword(body.password, account.email);
        const hash = await hashPassword(body.password);
        const reset = { id: link.resetId, credentialVersion: link.credentialVersion };
        // Sessions end first, and the log decides which of two that come at once has used the link.
        const { answer } = await context.execute(
          'changePassword',
          { accountId: account.id, reset },
          asSystem(meta, systemOrganization),
        );
        await context.keepPassword(account.id, hash);
        await resetLinks.used(body.token, link);
        if (account.secondFactor === true)
          return { body: { verifySession: await factors.await({ ...account, ...answer }, 'link') } };
        const newToken = await sessions.start({ ...account, ...answer }, fromOf(meta), 'link');
        const known = await context.devices.cookieFor(account.email, raw.headers);
        return { body: { newToken }, headers: { 'set-cookie': [cookie.set(newToken, sessionSeconds), known] } };
      },
    }),
  ];
};
