import type { Actor, Rejection } from '@tessera/kernel';
import { notFound } from '../refusals.ts';
import type { Link } from './evolve.ts';

/** A link that a stranger has come by, as it is now. */
export type Entered = { readonly link: Link; readonly organizationId: string; readonly actor: Actor };

/** Off, ended, full, unknown and of another installation are one and the same. */
export const gone = (): Rejection => notFound('public_view_not_found');
