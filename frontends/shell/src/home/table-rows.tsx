import { Loading, Skeleton, useFormats, useTexts } from '@tessera/kit';
import { Link } from 'react-router';
import { TableTile } from '../frame/table-icon.tsx';
import classes from './home.module.css';

export type TableRow = {
  readonly id: string;
  readonly label: string;
  readonly color?: string | null | undefined;
  readonly at: string;
  readonly detail: string;
};

/** Tables as rows of 40 px: name, kind, access, time. */
export const TableRows = ({ rows, atLabel, label }: { rows: readonly TableRow[]; atLabel: string; label: string }) => {
  const t = useTexts('shell');
  const { ago, dateTime } = useFormats();
  return (
    <div className={classes['list']}>
      <div className={`${classes['row']} ${classes['rowHead']}`} aria-hidden="true">
        <span />
        <span>{t('list.name')}</span>
        <span>{t('list.kind')}</span>
        <span>{t('list.access')}</span>
        <span className={classes['end']}>{atLabel}</span>
      </div>
      <ul aria-label={label}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/object/${row.id}`} className={classes['row']}>
              <TableTile id={row.id} color={row.color} />
              <span className="t-medium t-cut">{row.label}</span>
              <span className="t-secondary">{t('list.table')}</span>
              <span className="t-secondary t-cut">{row.detail}</span>
              <span className={`t-secondary ${classes['end']}`} title={dateTime(row.at)}>
                {ago(row.at)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The same places with bars instead of words. */
export const TableRowsSkeleton = ({ count = 6 }: { count?: number }) => (
  <Loading>
    <div className={classes['list']} style={{ marginTop: 32 }}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes['row']}>
          <Skeleton width={20} height={20} />
          <Skeleton width={`${56 - index * 5}%`} />
          <Skeleton width={40} />
          <Skeleton width={64} />
          <Skeleton width={72} />
        </div>
      ))}
    </div>
  </Loading>
);
