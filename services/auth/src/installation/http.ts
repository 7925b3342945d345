import { findAll } from '@tessera/document-store/pages';
import { newId } from '@tessera/kernel';
import { isLoopback, route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts';
import { asSystem, type Context } from '../context.ts';
import { systemOrganization } from '../events.ts';
import type { Provider } from '../evolve.ts';
import { logoOf } from '../pictures/address.ts';
import { providerKinds } from '../providers/kinds.ts';
import { adminRoleId } from '../roles/permissions.ts';
import {
  currencySymbol,
  email,
  language,
  loginAnswer,
  organizationName,
  organizationWord,
  password,
  personName,
  timezone,
} from '../schemas.ts';
import { giveShortName } from '../organization/naming.ts';
import type { SetupCode } from './code.ts';
import type { SetUp } from './decide.ts';
import { conflict, forbidden, ofPassword, refuses } from '../refusals.ts';

const alreadySetUp = () => conflict('already_set_up');

/**
 * The first run: an account and an organization in two commits; a start completes the second if the first was cut off
 * from it.
 */
export const setUp = async (context: Context, command: SetUp, secret: string, meta: Parameters<typeof asSystem>[0]) => {
  await context.keepPassword(command.accountId, await hashPassword(secret));
  try {
    await context.execute('setUpInstallation', command, asSystem(meta, systemOrganization));
  } catch (error) {
    await context.dropPassword(command.accountId);
    throw error;
  }
  const made = await context.execute('createOrganization', command, asSystem(meta, command.organizationId));
  await giveShortName(context, command.organizationId, command.organizationName, meta);
  return made;
};

export const installationRoutes = (context: Context, code: SetupCode): RouteSet => {
  const { baseUrl } = context.ports.settings;
  return [
    route({
      method: 'get',
      path: '/setup',
      tag: 'auth',
      summary: 'Whether the first run is still to be done, and whether it needs the one-time code',
      description: 'Tells a browser whether to show the first run. Anyone may ask.',
      access: 'public',
      allows: 'none',
      responses: { 200: z.strictObject({ needed: z.boolean(), codeRequired: z.boolean() }) },
      handle: async ({ raw }) => {
        const needed = (await context.installation()) === undefined;
        return { body: { needed, codeRequired: needed && !isLoopback(raw, baseUrl) } };
      },
    }),
    route({
      method: 'post',
      path: '/setup',
      secret: true,
      tag: 'auth',
      summary: 'First run: name the organization and create the first account',
      description: 'Works once. It creates the organization, its first administrator and a session.',
      access: 'public',
      allows: 'none',
      limit: 'strict',
      body: z.strictObject({
        organization: organizationName,
        name: personName,
        email,
        password,
        code: z.string().max(40).optional(),
        language: language.default('en'),
        timezone: timezone.default('UTC'),
        currency_symbol: currencySymbol.default('$'),
      }),
      refuses: [...ofPassword, ...refuses('already_set_up', 'email_taken', 'setup_code')],
      responses: { 201: loginAnswer },
      handle: async ({ body, raw, meta }) => {
        if ((await context.installation()) !== undefined) throw alreadySetUp();
        if (!isLoopback(raw, baseUrl) && !code.matches(body.code ?? '')) {
          throw forbidden('setup_code');
        }
        checkNewPassword(body.password, body.email);
        const account = {
          id: newId(),
          name: body.name,
          email: body.email,
          organizationId: newId(),
          credentialVersion: 1,
        };
        const command: SetUp = {
          organizationId: account.organizationId,
          organizationName: body.organization,
          accountId: account.id,
          name: account.name,
          email: account.email,
          language: body.language,
          timezone: body.timezone,
          currencySymbol: body.currency_symbol,
        };
        const { commitId } = await setUp(context, command, body.password, meta);
        return context.signIn(account, adminRoleId, { raw, meta, way: 'setup' }, { status: 201, commitId });
      },
    }),
    route({
      method: 'get',
      path: '/org/get',
      tag: 'auth',
      summary: "The organization's public name and logo",
      description:
        'What the login screen shows, with the providers by which people sign in: `auth/oidc/{id}/start` leads to one. `org` is its short name or id; without it, it is the first organization. Anyone may ask.',
      access: 'public',
      allows: 'none',
      query: z.strictObject({ org: organizationWord.optional() }),
      responses: {
        200: z.strictObject({
          id: z.string(),
          name: z.string(),
          logo_customizado: z.string().nullable(),
          providers: z.array(z.strictObject({ id: z.string(), kind: z.enum(providerKinds), name: z.string() })),
        }),
      },
      handle: async ({ query }) => {
        const asked = query.org ?? (await context.installation())?.organizationId;
        const organization = asked === undefined ? undefined : await context.organizationNamed(asked);
        if (organization === undefined) return { body: { id: '', name: '', logo_customizado: null, providers: [] } };
        const all = await findAll<Provider>(context.ports.documents, organization.id, 'providers', {}, (one) => one.id);
        return {
          body: {
            id: organization.id,
            name: organization.name,
            logo_customizado: logoOf(organization),
            providers: all.filter((one) => one.on).map(({ id: which, kind, name }) => ({ id: which, kind, name })),
          },
        };
      },
    }),
  ];
};
