import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import type { Invitation } from './evolve.ts';
import type { MemberDocument, RoleDocument } from './projection.ts';

type Documents = Pick<DocumentReader, 'find'>;

/** Everybody of an organization, in the order of their ids. */
export const membersOf = (documents: Documents, organizationId: string): Promise<readonly MemberDocument[]> =>
  findAll<MemberDocument>(documents, organizationId, 'members', {}, (one) => one.userId);

export const rolesOf = (documents: Documents, organizationId: string): Promise<readonly RoleDocument[]> =>
  findAll<RoleDocument>(documents, organizationId, 'roles', {}, ({ role }) => role.id);

export const invitationsOf = (documents: Documents, organizationId: string): Promise<readonly Invitation[]> =>
  findAll<Invitation>(documents, organizationId, 'invitations', {}, (one) => one.id);
