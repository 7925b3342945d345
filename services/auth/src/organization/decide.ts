import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireFeature, requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Holiday, Organization } from '../evolve.ts';
import { ready } from '../ready.ts';
import { notFound } from '../refusals.ts';

type Said = Omit<Organization, 'id' | 'logo' | 'erasure'>;
/** What people say of an organization; absent parts stay. */
export type OrganizationParts = { readonly [Part in keyof Said]?: Said[Part] | undefined };

/** What was said of an organization, with what nobody ever said. */
export const wholeOf = (kept: Said) => ({
  name: kept.name,
  language: kept.language,
  timezone: kept.timezone,
  currencySymbol: kept.currencySymbol,
  ai: kept.ai,
  hideTasks: kept.hideTasks ?? false,
  mfaRequired: kept.mfaRequired ?? false,
  hideTablesForMember: kept.hideTablesForMember ?? false,
  memberUploadDataShortcut: kept.memberUploadDataShortcut ?? false,
  importantEmails: [...(kept.importantEmails ?? [])],
  funMode: kept.funMode ?? false,
  workingDays: [...workingDaysOf(kept)],
  holidays: (kept.holidays ?? []).map(({ day, name }): Holiday => ({ day, name })),
});

const mondayToFriday: readonly number[] = [1, 2, 3, 4, 5];
/** The days of a week on which people of an organization work, 1 is Monday. */
export const workingDaysOf = ({ workingDays = [] }: Pick<Organization, 'workingDays'>): readonly number[] =>
  workingDays.length === 0 ? mondayToFriday : workingDays;

/** Names an organization, or changes how its people work. */
export const changeOrganization: CommandHandler<
  { readonly parts: OrganizationParts },
  Snapshot<Organization | undefined>,
  AuthEvent,
  null
> = {
  load: (_command, { actor }) => read.snapshot<Organization | undefined>(`organization:${actor.organizationId}`),
  decide: ({ parts }, { state, version }, { meta }) => {
    requireRight(meta.actor, 'settings.change');
    if (parts.mfaRequired !== undefined) requireRight(meta.actor, 'second_factor.require');
    if (parts.mfaRequired === true) requireFeature(meta.actor, 'advancedBusinessFeatures');
    if (state === undefined) throw notFound('organization.not_found');
    const { id, ...kept } = state;
    const before = wholeOf(kept);
    const organization = {
      name: parts.name ?? before.name,
      language: parts.language ?? before.language,
      timezone: parts.timezone ?? before.timezone,
      currencySymbol: parts.currencySymbol ?? before.currencySymbol,
      ai: parts.ai ?? before.ai,
      hideTasks: parts.hideTasks ?? before.hideTasks,
      mfaRequired: parts.mfaRequired ?? before.mfaRequired,
      hideTablesForMember: parts.hideTablesForMember ?? before.hideTablesForMember,
      memberUploadDataShortcut: parts.memberUploadDataShortcut ?? before.memberUploadDataShortcut,
      importantEmails: [...(parts.importantEmails ?? before.importantEmails)],
      funMode: parts.funMode ?? before.funMode,
      workingDays: (parts.workingDays ?? before.workingDays).toSorted((a, b) => a - b),
      holidays: (parts.holidays ?? before.holidays).toSorted((a, b) => a.day.localeCompare(b.day)),
    };
    if (JSON.stringify(organization) === JSON.stringify(before)) return { events: [] };
    return {
      events: [
        {
          event: event('organizationChanged', { organizationId: id, organization, before }),
          advances: [{ stream: `organization:${id}`, version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};
