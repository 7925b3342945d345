import { Rejection } from '@tessera/kernel';

/** A strict If-Match that no longer holds. */
export const tableStale = (version: number): Rejection =>
  new Rejection('stale', 'tables.stale', 'The table, its fields or its views were changed since.', { version });
