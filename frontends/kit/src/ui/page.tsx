import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconChevronLeft } from '../icons.ts';
import { useTexts } from '../i18n/i18n.ts';
import buttons from './button.module.css';
import { cx } from './cx.ts';
import classes from './page.module.css';

export type PageProps = {
  /** Breadcrumb or title, at the left of the 48 px header. */
  readonly header: ReactNode;
  /** Presence, buttons and the menu, at its right. */
  readonly actions?: ReactNode;
  /** On a phone the header begins with the way back to here. */
  readonly back?: string;
  /** Below the header, above the content: a toolbar, a bar that is offline. */
  readonly toolbar?: ReactNode;
  /** The content scrolls and has the page's padding; off for grids that fill the page. */
  readonly inset?: boolean;
  readonly children: ReactNode;
};

/** The frame of one screen: header of 48 px, content that scrolls. Panels place themselves over it. */
export const Page = ({ header, actions, back, toolbar, inset = true, children }: PageProps) => {
  const t = useTexts('kit');
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        {back !== undefined && (
          <Link to={back} className={cx(buttons['icon'], classes['back'])} aria-label={t('back')}>
            <IconChevronLeft aria-hidden="true" />
          </Link>
        )}
        <div className={classes['title']}>{header}</div>
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </header>
      {toolbar}
      <div className={cx(classes['body'], inset && classes['inset'])}>{children}</div>
    </div>
  );
};
