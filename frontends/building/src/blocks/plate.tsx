import { errorCode, ErrorState, isApiError, Skeleton, useTexts, type Id, type Table } from '@tessera/kit';
import { IconLock } from '@tessera/kit/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTable } from '../table/queries.ts';
import classes from './blocks.module.css';

/** The head of a block: its title, and what stands at its end. */
export const BlockHead = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) =>
  title === '' && children === undefined ? null : (
    <div className={classes['head']}>
      <h2 className={classes['title']}>{title}</h2>
      {children}
    </div>
  );

/** One sentence in the middle of a block. */
export const BlockNote = ({ icon, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) => (
  <div className={classes['note']}>
    {icon}
    <p>{children}</p>
  </div>
);

/** What a block says to its builders while it has nothing to show. */
export const Vacant = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['vacant']}>
    <p>{children}</p>
  </div>
);

/** A link that leads where a builder said: out of the product in a tab of its own. `over`: it lies over the whole block. */
export const OutLink = ({
  href,
  label,
  over,
  children,
}: {
  readonly href: string;
  readonly label?: string;
  readonly over?: string;
  readonly children?: ReactNode;
}) => {
  const looks = {
    className: classes[over === undefined ? 'out' : 'over'],
    'aria-label': over ?? label,
  };
  return href.startsWith('/') ? (
    <Link to={href} {...looks}>
      {children}
    </Link>
  ) : (
    <a href={href} target="_blank" rel="noreferrer" {...looks}>
      {children}
    </a>
  );
};

/** Draws what needs a table, with what is said until it is there, where it is gone, and where one may not see it. */
export const OfTable = ({
  tableId,
  children,
}: {
  readonly tableId: unknown;
  readonly children: (table: Table) => ReactNode;
}) => {
  const t = useTexts('building');
  return typeof tableId === 'string' ? (
    <Known tableId={tableId}>{children}</Known>
  ) : (
    <BlockNote>{t('apps.chooseTable')}</BlockNote>
  );
};

const Known = ({ tableId, children }: { readonly tableId: Id; readonly children: (table: Table) => ReactNode }) => {
  const t = useTexts('building');
  const { data, error, refetch } = useTable(tableId);
  if (data !== undefined && error === null) return children(data);
  if (error === null) return <Skeleton width={180} height={16} />;
  if (isApiError(error) && error.status === 403)
    return <BlockNote icon={<IconLock aria-hidden="true" />}>{t('apps.noTable')}</BlockNote>;
  if (errorCode(error) === 'object_not_found' || (isApiError(error) && error.status === 404))
    return <BlockNote icon={<IconLock aria-hidden="true" />}>{t('apps.tableGone')}</BlockNote>;
  return <ErrorState error={error} onRetry={() => void refetch()} />;
};
