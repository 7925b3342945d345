import { isId, type RowRule } from '@tessera/kernel';
import { z } from 'zod';

export const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
export const email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@.<>"(),;:\\[\]]+$/, 'Invalid e-mail');
export const personName = z.string().trim().min(1).max(120);
export const organizationName = z.string().trim().min(1).max(120);
/** An organization by its short name or id. */
export const organizationWord = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9]+$/, 'Org URL or ID can only contain letters and numbers');
export const currencySymbol = z.string().trim().min(1).max(8);
/** Who is told by mail of what concerns an organization as a whole. */
export const importantEmails = z.array(email).max(30, 'You can only add up to 30 emails');
export const workingDays = z
  .array(z.int().min(1).max(7))
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'a day twice')
  .meta({ description: 'Days of a week on which its people work, 1 is Monday' });
export const holidays = z
  .array(z.strictObject({ day: z.iso.date(), name: z.string().trim().max(80) }))
  .max(400)
  .refine((all) => new Set(all.map(({ day }) => day)).size === all.length, 'a day twice')
  .meta({ description: 'Days on which nobody works' });
export const seat = z.enum(['builder', 'member', 'viewer']);
export const roleId = z.string().regex(/^\d{1,15}$/, 'a role id is a number');
export const password = z.string().min(1).max(1000);
export const language = z.enum(['en', 'pt', 'es']);
export const timezone = z
  .string()
  .max(64)
  .refine((name) => {
    try {
      return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
    } catch {
      return false;
    }
  }, 'not a time zone');

export const loginAnswer = z
  .strictObject({
    token: z.string(),
    email: z.string(),
    profile_settings: z.strictObject({ initial_url: z.string().nullable() }),
    user: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
    organization: z.strictObject({ id: z.string(), name: z.string() }),
  })
  .meta({ id: 'Login' });

/** The password was right, and a code is asked for. */
export const verifySession = z.strictObject({ verifySession: z.string() }).meta({ id: 'VerifySession' });

export const tableLevel = z.enum(['view', 'edit', 'full']);
const fieldIds = z.array(id).max(500);

const rowCondition = z
  .strictObject({
    fieldId: z.string().min(1).max(200),
    part: z.string().min(1).max(40).optional(),
    operator: z.string().min(1).max(60),
    value: z.unknown().optional(),
  })
  .meta({ id: 'RowCondition' });
/** Groups are written out to their greatest depth, as those of filters are. */
const rowRules = ((): z.ZodType<RowRule> => {
  let nested: z.ZodType = rowCondition;
  for (let depth = 2; depth <= 5; depth++)
    nested = z
      .union([
        rowCondition,
        z.strictObject({ and: z.array(nested).min(1).max(100) }),
        z.strictObject({ or: z.array(nested).min(1).max(100) }),
      ])
      .meta({ id: depth === 5 ? 'RowRule' : `RowRule${depth}` });
  return nested as z.ZodType<RowRule>;
})();

/** What a role opens of one table: a level, or a level with the rows that it shows and the fields that it leaves out. */
export const tableRule = z
  .union([
    tableLevel,
    z.strictObject({
      access: tableLevel,
      rows: rowRules.optional().meta({
        description:
          'Only records that match this filter are shown, wherever the table is; `{currentUser: true}` is the person who asks. Conditions are on fields of the records themselves, without links and without days that move. Where it cannot be told, for a field that is gone, no record is shown. Who has such a rule neither changes the fields of the table nor shares it by a link.',
      }),
      hidden_fields: fieldIds.optional().meta({ description: 'Fields that are not shown, wherever the table is.' }),
      read_only_fields: fieldIds.optional().meta({ description: 'Fields that are shown and not changed.' }),
    }),
  ])
  .meta({ id: 'TableRule' });

/** What the rules for rows of one role hold at most, in bytes: they go along with whatever its people ask. */
export const longestRules = 6000;
export const lengthOfRules = (rules: readonly z.output<typeof tableRule>[]): number =>
  rules.reduce(
    (sum, rule) =>
      sum + (typeof rule === 'string' || rule.rows === undefined ? 0 : Buffer.byteLength(JSON.stringify(rule.rows))),
    0,
  );

/** What a role opens of a page: reading, writing, or all of it. */
export const pageLevel = z.enum(['view', 'edit', 'full']);
const held = z.strictObject({
  admin: z.boolean(),
  flags: z.record(z.string(), z.union([z.literal(0), z.literal(1)])),
  tables_enabled: z.record(z.string(), tableLevel),
  tables_disabled: z.array(z.string()),
  dashboards_enabled: z.record(z.string(), z.enum(['interact', 'full'])),
  dashboards_disabled: z.array(z.string()),
  pages_enabled: z.record(z.string(), pageLevel),
  pages_disabled: z.array(z.string()),
  doc_pages_enabled: z.record(z.string(), pageLevel),
  doc_pages_disabled: z.array(z.string()),
});
/** What a session may do, as far as a browser must know: fields that are left out do not come. */
export const heldPermissions = held.meta({ id: 'HeldPermissions' });
export const permissions = held
  .extend({ tables_enabled: z.record(z.string(), tableRule) })
  .meta({ id: 'RolePermissions' });
