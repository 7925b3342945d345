import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Organization } from '../evolve.ts';
import { ready } from '../ready.ts';
import { notFound } from '../refusals.ts';

/** What people say of an organization; absent parts stay. */
export type OrganizationParts = { readonly [Part in keyof Omit<Organization, 'id'>]?: Organization[Part] | undefined };

/** An organization with what nobody ever said of it. */
export const wholeOf = (kept: Omit<Organization, 'id'>) => ({
  ...kept,
  hideTasks: kept.hideTasks ?? false,
  mfaRequired: kept.mfaRequired ?? false,
  hideTablesForMember: kept.hideTablesForMember ?? false,
  memberUploadDataShortcut: kept.memberUploadDataShortcut ?? false,
});

/** Names an organization, or changes its language, time zone and currency. */
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
