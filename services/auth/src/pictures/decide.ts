import { hash } from 'node:crypto';
import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Member, Organization } from '../evolve.ts';
import { ready } from '../ready.ts';
import { invalid, notFound } from '../refusals.ts';

/** Bytes of a picture at most: browsers send one of 256 by 256. */
export const mostBytes = 100_000;

const kinds = [
  ['image/png', (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  [
    'image/webp',
    (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  ],
] as const;

/** What the first bytes say that a picture is. Throws for anything but the three kinds, and for what is too large. */
export const typeOf = (bytes: Buffer): string => {
  const found = kinds.find(([, is]) => is(bytes));
  if (found === undefined || bytes.length > mostBytes) throw invalid('picture.format');
  return found[0];
};

/** `of`: a person's own photo, or the logo of the organization. `data` is Base64; empty to remove it. */
type Save = { readonly of: 'person' | 'organization'; readonly data: string };
type State = Snapshot<Member | Organization | undefined>;

const streamOf = ({ of }: Save, actor: { readonly organizationId: string; readonly id: string; readonly userId?: string | undefined }) =>
  of === 'person' ? `member:${actor.userId ?? actor.id}` : `organization:${actor.organizationId}`;

/** Saves or removes a photo or a logo. */
export const savePicture: CommandHandler<Save, State, AuthEvent, null> = {
  load: (command, { actor }) => read.snapshot<Member | Organization | undefined>(streamOf(command, actor)),
  decide: (command, { state, version }, { meta: { actor } }) => {
    const { of, data } = command;
    requireRight(actor, of === 'person' ? 'profile.own' : 'settings.change');
    if (state === undefined || ('erased' in state && state.erased))
      throw notFound(of === 'person' ? 'user.not_found' : 'organization.not_found');
    const before = ('userId' in state ? state.photo : (state as Organization).logo) ?? '';
    const bytes = Buffer.from(data, 'base64');
    const now = data === '' ? '' : hash('sha256', bytes).slice(0, 16);
    if (now === before) return { events: [] };
    const picture = now === '' ? undefined : { type: typeOf(bytes), data, hash: now };
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
