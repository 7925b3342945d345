import type { Rejection } from '@tessera/kernel';
import { rejection } from '../refusals.ts';

/** A strict If-Match that no longer holds. */
export const tableStale = (version: number): Rejection => rejection('stale', 'tables.stale', { version });
