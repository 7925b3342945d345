import type { Actor, Rejection } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import { notFound } from '../refusals.ts';
import type { Link } from './evolve.ts';

/** Of a link to a doc page the id stands where that of the table does. */
export const isPage = ({ type }: Pick<Link, 'type'>): boolean => type === 'doc-page';

type Opened = Pick<Link, 'type' | 'tableId'>;

/** Whether somebody may show to strangers what a link opens. */
export const mayShare = (actor: Actor, link: Opened): boolean =>
  can(actor, isPage(link) ? 'pages.share' : 'links.share', link.tableId).allow;

/** Refuses who may not show it to strangers; what they may not see themselves is not there. */
export const requireShare = (
  actor: Actor,
  link: Opened,
  missing: () => Rejection = () => notFound('link_not_found'),
) => {
  if (!can(actor, isPage(link) ? 'pages.view' : 'tables.view', link.tableId).allow) throw missing();
  requireRight(actor, isPage(link) ? 'pages.share' : 'links.share', link.tableId);
};
