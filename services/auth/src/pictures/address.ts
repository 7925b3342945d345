import type { Member, Organization } from '../evolve.ts';

/** Where the photo of a member is read; null for none. The address changes with the photo. */
export const photoOf = ({ userId, photo }: Pick<Member, 'userId' | 'photo'>): string | null =>
  photo === undefined ? null : `/api/v3/pictures/${userId}?v=${photo}`;

/** Where the logo of an organization is read, by anyone who knows the organization; null for none. */
export const logoOf = ({ id, logo }: Pick<Organization, 'id' | 'logo'>): string | null =>
  logo === undefined ? null : `/api/org/logo/${id}?v=${logo}`;
