import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Member, MemberProfile } from '../evolve.ts';
import { ready } from '../ready.ts';
import { notFound } from '../refusals.ts';

export const noProfile: MemberProfile = { firstName: '', lastName: '', personalEmail: '', phone: '' };

/** What a person says of themselves; absent parts stay. */
export type ProfileParts = { readonly name?: string | undefined } & {
  readonly [Part in keyof MemberProfile]?: MemberProfile[Part] | undefined;
};

/** A person's own name and how to reach them. */
export const changeProfile: CommandHandler<
  { readonly parts: ProfileParts },
  Snapshot<Member | undefined>,
  AuthEvent,
  null
> = {
  load: (_command, { actor }) => read.snapshot<Member | undefined>(`member:${actor.userId ?? actor.id}`),
  decide: ({ parts }, { state, version }, { meta }) => {
    requireRight(meta.actor, 'profile.own');
    if (state === undefined || state.erased) throw notFound('user.not_found');
    const before = { name: state.name, ...(state.profile ?? noProfile) };
    const profile = {
      name: parts.name ?? before.name,
      firstName: parts.firstName ?? before.firstName,
      lastName: parts.lastName ?? before.lastName,
      personalEmail: parts.personalEmail ?? before.personalEmail,
      phone: parts.phone ?? before.phone,
    };
    if (Object.entries(profile).every(([part, value]) => before[part as keyof typeof before] === value))
      return { events: [] };
    return {
      events: [
        {
          event: event('memberProfileChanged', { userId: state.userId, profile, before }),
          advances: [{ stream: `member:${state.userId}`, version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};
