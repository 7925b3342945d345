import type { Actor, Rejection } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import { notFound } from '../refusals.ts';
import type { Link } from './evolve.ts';

/** Of a link to a doc page or an app the id stands where that of the table does. */
export const isPage = ({ type }: Pick<Link, 'type'>): boolean => type === 'doc-page';

export const isApp = ({ type }: Pick<Link, 'type'>): boolean => type === 'dashboard';

type Opened = Pick<Link, 'type' | 'tableId'>;
const actionsOf = (link: Opened) =>
  isPage(link)
    ? (['pages.view', 'pages.share'] as const)
    : isApp(link)
      ? (['apps.open', 'apps.share'] as const)
      : (['tables.view', 'links.share'] as const);

/** Whether somebody may show to strangers what a link opens. */
export const mayShare = (actor: Actor, link: Opened): boolean => can(actor, actionsOf(link)[1], link.tableId).allow;

/** Refuses who may not show it to strangers; what they may not see themselves is not there. */
export const requireShare = (
  actor: Actor,
  link: Opened,
  missing: () => Rejection = () => notFound('link_not_found'),
) => {
  const [sees, shares] = actionsOf(link);
  if (!can(actor, sees, link.tableId).allow) throw missing();
  requireRight(actor, shares, link.tableId);
};
