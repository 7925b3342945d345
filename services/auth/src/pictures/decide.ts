import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Member, Organization } from '../evolve.ts';
import { ready } from '../ready.ts';
import { notFound } from '../refusals.ts';

/** `of`: a person's own photo, or the logo of the organization; without a picture it is removed. */
type Save = {
  readonly of: 'person' | 'organization';
  readonly picture?: { readonly type: string; readonly data: string; readonly version: string } | undefined;
};
type State = Snapshot<Member | Organization | undefined>;

const streamOf = (
  { of }: Save,
  actor: { readonly organizationId: string; readonly id: string; readonly userId?: string | undefined },
) => (of === 'person' ? `member:${actor.userId ?? actor.id}` : `organization:${actor.organizationId}`);

/** Saves or removes a photo or a logo. */
export const savePicture: CommandHandler<Save, State, AuthEvent, null> = {
  load: (command, { actor }) => read.snapshot<Member | Organization | undefined>(streamOf(command, actor)),
  decide: (command, { state, version }, { meta: { actor } }) => {
    const { of, picture } = command;
    requireRight(actor, of === 'person' ? 'profile.own' : 'settings.change');
    if (state === undefined || ('erased' in state && state.erased))
      throw notFound(of === 'person' ? 'user.not_found' : 'organization.not_found');
    const before = ('userId' in state ? state.photo : (state as Organization).logo) ?? '';
    if ((picture?.version ?? '') === before) return { events: [] };
    return {
      events: [
        {
          event:
            of === 'person'
              ? event('memberPhotoChanged', { userId: actor.userId ?? actor.id, photo: picture })
              : event('organizationLogoChanged', { organizationId: actor.organizationId, logo: picture }),
          advances: [{ stream: streamOf(command, actor), version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};
