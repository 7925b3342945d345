import type { WriteModule } from '@tessera/kernel';
import { changePassword, closeAccount, emailClaim, openAccount } from './accounts/decide.ts';
import { codec, type AuthEvent } from './events.ts';
import { aggregates, type Account, type Installation } from './evolve.ts';
import { createOrganization, foundOrganization, installationClaim, setUpInstallation } from './installation/decide.ts';
import { acceptInvitation, makeInvitation, revokeInvitation } from './invitations/decide.ts';
import { appointAdmin, changeMember } from './members/decide.ts';
import { notices } from './notices.ts';
import { model } from './projection.ts';
import { confirmApiToken, deleteApiToken, makeApiToken } from './tokens/decide.ts';

/** What the writer thread knows of auth. */
export const writeModule: WriteModule<AuthEvent> = {
  service: 'auth',
  events: codec,
  aggregates,
  projections: [model],
  notices,
  collections: [
    { name: 'installation', indexes: [] },
    { name: 'accounts', indexes: ['emailKey'] },
    { name: 'organizations', indexes: [] },
    { name: 'roles', indexes: [] },
    { name: 'members', indexes: ['roleId'] },
    { name: 'invitations', indexes: [] },
    { name: 'tokens', indexes: ['userId'] },
  ],
  commands: {
    setUpInstallation,
    createOrganization,
    foundOrganization,
    openAccount,
    closeAccount,
    changePassword,
    makeInvitation,
    acceptInvitation,
    revokeInvitation,
    changeMember,
    appointAdmin,
    makeApiToken,
    deleteApiToken,
    confirmApiToken,
  },
  holds: {
    document: (collection, _id, document) => {
      if (collection === 'accounts') {
        const { id, email } = document as Account;
        return [emailClaim(email, id)];
      }
      const { setUp } = collection === 'installation' ? (document as Installation) : { setUp: undefined };
      return setUp === undefined ? [] : [installationClaim(setUp.organizationId)];
    },
  },
};
