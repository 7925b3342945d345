import type { WriteModule } from '@tessera/kernel';
import {
  askPasswordReset,
  changePassword,
  closeAccount,
  emailClaim,
  eraseAccount,
  joinOrganization,
  openAccount,
  setSecondFactor,
} from './accounts/decide.ts';
import { personal } from './accounts/personal.ts';
import { abortErasure, askErasure, beginErasure, endErasure } from './erasure/decide.ts';
import { beginForgetting, endForgetting, leaveOrganization } from './erasure/forget.ts';
import { codec, type AuthEvent } from './events.ts';
import { aggregates, type Account, type Installation, type ShortName } from './evolve.ts';
import { createOrganization, foundOrganization, installationClaim, setUpInstallation } from './installation/decide.ts';
import { acceptInvitation, makeInvitation, revokeInvitation } from './invitations/decide.ts';
import { appointAdmin, changeMember } from './members/decide.ts';
import { changeOrganization } from './organization/decide.ts';
import { nameOrganization, shortNameClaim } from './organization/short-name.ts';
import { savePicture } from './pictures/decide.ts';
import { changeProfile } from './profile/decide.ts';
import { eraseMember } from './members/erase.ts';
import { notices } from './notices.ts';
import { comeByProvider, removeProvider, saveProvider } from './providers/decide.ts';
import { model } from './projection.ts';
import { changeRole, createRole, deleteRole, duplicateRole } from './roles/decide.ts';
import { changeApiToken, confirmApiToken, deleteApiToken, makeApiToken, regenerateApiToken } from './tokens/decide.ts';
import { startViewAs, stopViewAs } from './view-as/decide.ts';
import { undoCommit, undoPreview } from './undo/decide.ts';

const commands = {
  setUpInstallation,
  createOrganization,
  foundOrganization,
  openAccount,
  joinOrganization,
  nameOrganization,
  closeAccount,
  eraseAccount,
  changePassword,
  askPasswordReset,
  setSecondFactor,
  makeInvitation,
  acceptInvitation,
  revokeInvitation,
  changeMember,
  changeProfile,
  savePicture,
  changeOrganization,
  askErasure,
  abortErasure,
  beginErasure,
  endErasure,
  beginForgetting,
  endForgetting,
  leaveOrganization,
  eraseMember,
  appointAdmin,
  createRole,
  duplicateRole,
  changeRole,
  deleteRole,
  makeApiToken,
  changeApiToken,
  regenerateApiToken,
  deleteApiToken,
  confirmApiToken,
  startViewAs,
  stopViewAs,
  saveProvider,
  removeProvider,
  comeByProvider,
  'undo.commit': undoCommit,
  'undo.preview': undoPreview,
};
export type AuthCommands = typeof commands;

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
    { name: 'erased', indexes: [] },
    { name: 'short-names', indexes: ['shortName'] },
    { name: 'organizations', indexes: [] },
    { name: 'forgettings', indexes: ['state'] },
    { name: 'roles', indexes: [] },
    { name: 'members', indexes: ['roleId'] },
    { name: 'pictures', indexes: [] },
    { name: 'invitations', indexes: [] },
    { name: 'tokens', indexes: ['userId'] },
    { name: 'providers', indexes: [] },
    { name: 'identities', indexes: ['userId'] },
  ],
  commands,
  personal,
  holds: {
    document: (collection, _id, document) => {
      if (collection === 'accounts') {
        const { id, email } = document as Account;
        return [emailClaim(email, id)];
      }
      if (collection === 'short-names') {
        const { id, shortName } = document as ShortName;
        // An organization that is gone has none.
        return shortName === '' ? [] : [shortNameClaim(shortName, id)];
      }
      const { setUp } = collection === 'installation' ? (document as Installation) : { setUp: undefined };
      return setUp === undefined ? [] : [installationClaim(setUp.organizationId)];
    },
  },
};
