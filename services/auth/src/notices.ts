import type { EventContext, Notice } from '@tessera/kernel';
import type { AuthEvent } from './events.ts';

const rights = (whom: string): readonly Notice[] => [{ topic: `rights:${whom}`, kind: 'changed' }];

/** A person's sessions or rights are other than before, in this organization. */
export const memberRights = (userId: string): readonly Notice[] => rights(`member:${userId}`);

/**
 * Whose rights an event changes: whoever remembers an answer about them asks again. Browsers hear nothing of it. An
 * event that nobody thought of here concerns everybody of its organization.
 */
export const notices = (event: AuthEvent, _context: EventContext): readonly Notice[] => {
  switch (event.$case) {
    case 'memberDisabled':
    case 'memberEnabled':
    case 'memberAssigned':
    case 'memberErased':
    case 'viewAsStarted':
    case 'viewAsStopped':
      return memberRights(event.value.userId);
    case 'passwordChanged':
    case 'accountClosed':
    case 'accountErased':
    case 'secondFactorEnabled':
    case 'secondFactorDisabled':
      return rights(`account:${event.value.accountId}`);
    case 'apiTokenDeleted':
    case 'apiTokenDisabled':
    case 'apiTokenEnabled':
    case 'apiTokenRegenerated':
      return rights(`token:${event.value.tokenId}`);
    case 'organizationChanged': {
      const { organization, before } = event.value;
      const same = organization?.hideTasks === before?.hideTasks && organization?.mfaRequired === before?.mfaRequired;
      return same ? [] : rights('all');
    }
    // These change no answer about anybody's credential.
    case 'erasureAsked':
    case 'erasureAborted':
    case 'forgettingBegan':
    case 'forgettingEnded':
    case 'accountLeft':
    case 'installationSetUp':
    case 'accountOpened':
    case 'accountJoined':
    case 'organizationNamed':
    case 'organizationCreated':
    case 'roleCreated':
    case 'roleDeleted':
    case 'memberJoined':
    case 'memberProfileChanged':
    case 'memberPhotoChanged':
    case 'organizationLogoChanged':
    case 'invitationMade':
    case 'invitationAccepted':
    case 'invitationRevoked':
    case 'apiTokenMade':
    case 'apiTokenRenamed':
    case 'passwordResetAsked':
    case 'signInProviderSaved':
    case 'signInProviderRemoved':
    case 'identityLinked':
      return [];
    default:
      return rights('all');
  }
};
