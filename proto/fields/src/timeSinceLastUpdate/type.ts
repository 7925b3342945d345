import { elapsedSince } from '../elapsed.ts';

/** How long ago the record was last changed. */
export const timeSinceLastUpdate = elapsedSince(
  'timeSinceLastUpdate',
  'updatedAt',
  'Set by the server: the moment of the last change, from which the time counts.',
);
