import { api, ErrorState, Skeleton, useTexts } from '@tessera/kit';
import { IconAppWindow } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { BlockHead, BlockNote } from './plate.tsx';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

/** The apps that a reader may go on to: those that are named, in their order, else all. */
export const AppMenu = ({ app, block }: BlockProps) => {
  const t = useTexts('building');
  const {
    title,
    apps: named,
    shape,
  } = block.config as {
    readonly title?: string;
    readonly apps?: readonly string[];
    readonly shape?: string;
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['apps'],
    queryFn: async ({ signal }) => (await api.get('/v3/apps', { signal })).apps,
  });
  const shown =
    data === undefined
      ? undefined
      : named === undefined || named.length === 0
        ? data.filter((one) => one.published && one.id !== app.id)
        : named.flatMap((id) => data.find((one) => one.id === id) ?? []);
  return (
    <>
      <BlockHead title={title ?? ''} />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {shown === undefined && error === null && <Skeleton width={180} height={16} />}
      {shown?.length === 0 && <BlockNote>{t('apps.noApps')}</BlockNote>}
      {shown !== undefined && shown.length > 0 && (
        <nav aria-label={title === undefined || title === '' ? t('apps.apps') : title} className={classes['menu']}>
          <ul data-shape={shape === 'list' ? 'list' : 'tiles'}>
            {shown.map((one) => (
              <li key={one.id}>
                <Link to={`/app/${one.id}`}>
                  <span
                    className={classes['menuIcon']}
                    style={
                      one.color === null
                        ? undefined
                        : { background: `var(--option-${one.color}-tint)`, color: `var(--option-${one.color}-text)` }
                    }
                  >
                    <IconAppWindow aria-hidden="true" />
                  </span>
                  <span className="t-cut">{one.label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
};
