import { Badge, useLanguage, useTexts } from '@tessera/kit';
import { IconBell } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router';
import classes from './for-you.module.css';
import { newestQuery } from './for-you.resource.ts';

type Props = Omit<ComponentProps<typeof NavLink>, 'to' | 'className' | 'children'> & {
  readonly className?: string | undefined;
  readonly children?: ReactNode;
};

/** The bell with the number of what is unread. Its name says both; what it shows beside is the caller's. */
export const ForYouLink = ({ className, children, ...rest }: Props) => {
  const t = useTexts('shell');
  const { data } = useQuery(newestQuery(useLanguage()));
  const unread = data?.unread ?? 0;
  return (
    <NavLink {...rest} to="/for-you" className={`${className ?? ''} ${classes['bell'] ?? ''}`}>
      <IconBell aria-hidden="true" />
      {children ?? <span className="t-hidden">{t('forYou.title')}</span>}
      {unread > 0 && (
        <>
          <span className="t-hidden"> {t('forYou.count', { count: unread })}</span>
          <span className={classes['count']} aria-hidden="true">
            <Badge count={unread} />
          </span>
        </>
      )}
    </NavLink>
  );
};
