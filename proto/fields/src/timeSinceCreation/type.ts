import { elapsedSince } from '../elapsed.ts';

/** How long ago the record was created. */
export const timeSinceCreation = elapsedSince(
  'timeSinceCreation',
  'createdAt',
  'Set by the server: the moment of creation, from which the time counts.',
);
