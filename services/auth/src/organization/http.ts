import { groupedMeta } from '@tessera/event-store/actions';
import { requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { written, type Context } from '../context.ts';
import { logoOf } from '../pictures/address.ts';
import { notFound, refuses } from '../refusals.ts';
import {
  currencySymbol,
  holidays,
  importantEmails,
  language,
  organizationName,
  timezone,
  workingDays,
} from '../schemas.ts';
import { workingDaysOf } from './decide.ts';

const organization = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    short_name: z.string().meta({ description: 'What it is called in addresses and when logging in' }),
    logo_customizado: z.string().nullable().meta({ description: 'The address of its logo' }),
    locale_settings: z.strictObject({ language: z.string(), timezone: z.string(), currency_symbol: z.string() }),
    ai: z.boolean().meta({ description: 'Whether the AI builder may ask the model that the operator set' }),
    hideTasks: z.boolean().meta({ description: 'Nobody has tasks' }),
    org_mfa_required: z.boolean().meta({ description: 'Whoever logs in with a password needs two-step login' }),
    hide_tables_for_member: z.boolean().meta({ description: 'People on a seat of a member see no tables in menus' }),
    member_upload_data_shortcut: z
      .boolean()
      .meta({ description: 'People on a seat of a member find the import of a file in the menu' }),
    fun_mode: z.boolean().meta({ description: 'Something is celebrated now and then' }),
    working_days: workingDays,
    holidays,
    important_emails: z
      .array(z.string())
      .meta({ description: 'Who is told by mail of what concerns the organization as a whole' }),
  })
  .meta({ id: 'Organization' });
const tag = 'auth';

/** What an organization is called, and how its people read values. */
export const organizationRoutes = (context: Context): RouteSet => {
  const told = async (organizationId: string) => {
    const found = await context.organization(organizationId);
    if (found === undefined) throw notFound('organization.not_found');
    const { id, name, language: spoken, timezone: zone, currencySymbol: currency, ai } = found;
    return {
      id,
      name,
      short_name: await context.shortNameOf(id),
      logo_customizado: logoOf(found),
      locale_settings: { language: spoken, timezone: zone, currency_symbol: currency },
      ai,
      hideTasks: found.hideTasks === true,
      org_mfa_required: found.mfaRequired === true,
      hide_tables_for_member: found.hideTablesForMember === true,
      member_upload_data_shortcut: found.memberUploadDataShortcut === true,
      fun_mode: found.funMode === true,
      working_days: [...workingDaysOf(found)],
      holidays: [...(found.holidays ?? [])],
      important_emails: [...(found.importantEmails ?? [])],
    };
  };
  return [
    route({
      method: 'get',
      path: '/v3/organization',
      tag,
      summary: 'Your organization',
      description: 'Its name, and the language, time zone and currency that hold where a person chose no other.',
      access: 'api',
      allows: 'session.read',
      whenBlocked: true,
      refuses: refuses('organization.not_found'),
      responses: { 200: organization },
      handle: async ({ actor }) => {
        requireRight(actor, 'session.read');
        return { body: await told(actor.organizationId) };
      },
    }),
    route({
      method: 'patch',
      path: '/v3/organization',
      tag,
      summary: 'Name your organization, change its language, time zone and currency, and what holds for its people',
      description:
        'Send only what changes. Two-step login is asked for by administrators alone: whoever has none is answered `second_factor.required` until they set it up.',
      access: 'session',
      allows: 'settings.change',
      body: z.strictObject({
        name: organizationName.optional(),
        locale_settings: z
          .strictObject({
            language: language.optional(),
            timezone: timezone.optional(),
            currency_symbol: currencySymbol.optional(),
          })
          .optional(),
        ai: z.boolean().optional(),
        hideTasks: z.boolean().optional(),
        org_mfa_required: z.boolean().optional(),
        hide_tables_for_member: z.boolean().optional(),
        member_upload_data_shortcut: z.boolean().optional(),
        fun_mode: z.boolean().optional(),
        working_days: workingDays.optional(),
        holidays: holidays.optional(),
        important_emails: importantEmails.optional(),
      }),
      refuses: refuses('organization.not_found'),
      responses: { 200: organization },
      handle: async ({ actor, body, meta: own, headers }) => {
        requireRight(actor, 'settings.change');
        const { name, hideTasks, locale_settings: locale = {}, ai } = body;
        const meta = await groupedMeta(context.ports.store, own, headers);
        const parts = {
          name,
          language: locale.language,
          timezone: locale.timezone,
          currencySymbol: locale.currency_symbol,
          ai,
          hideTasks,
          mfaRequired: body.org_mfa_required,
          hideTablesForMember: body.hide_tables_for_member,
          memberUploadDataShortcut: body.member_upload_data_shortcut,
          funMode: body.fun_mode,
          workingDays: body.working_days,
          holidays: body.holidays,
          importantEmails: body.important_emails,
        };
        const result = await context.execute('changeOrganization', { parts }, meta);
        return written(result, { body: await told(actor.organizationId) });
      },
    }),
    route({
      method: 'get',
      path: '/v4/account/settings/infra-notification',
      tag,
      summary: 'Who is told by mail of what concerns your organization as a whole',
      description: 'The same list as `important_emails` of the organization.',
      access: 'session',
      allows: 'settings.view',
      refuses: refuses('organization.not_found'),
      responses: { 200: z.strictObject({ emails: z.array(z.string()) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'settings.view');
        return { body: { emails: (await told(actor.organizationId)).important_emails } };
      },
    }),
    route({
      method: 'post',
      path: '/v4/account/settings/infra-notification',
      tag,
      summary: 'Say who is told by mail of what concerns your organization as a whole',
      description: 'At most 30 addresses; the list takes the place of the one before.',
      access: 'session',
      allows: 'settings.change',
      body: z.strictObject({ emails: importantEmails }),
      refuses: refuses('organization.not_found'),
      responses: { 200: z.strictObject({ emails: z.array(z.string()) }) },
      handle: async ({ actor, body, meta }) => {
        requireRight(actor, 'settings.change');
        const parts = { importantEmails: body.emails };
        const result = await context.execute('changeOrganization', { parts }, meta);
        return written(result, { body: { emails: (await told(actor.organizationId)).important_emails } });
      },
    }),
  ];
};
