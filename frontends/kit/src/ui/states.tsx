import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { IconRefresh } from '../icons.ts';
import { isApiError } from '../api/error.ts';
import { useTexts } from '../i18n/i18n.ts';
import { Button, LinkButton } from './button.tsx';
import { cx } from './cx.ts';
import { Drawing, type DrawingName } from './drawing.tsx';
import classes from './states.module.css';

export type EmptyStateProps = {
  readonly drawing?: DrawingName;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Fills the page and is its heading. */
  readonly screen?: boolean;
};

/** Nothing to show: a drawing, one sentence, one action. */
export const EmptyState = ({ drawing = 'nothing', title, children, actions, screen = false }: EmptyStateProps) => {
  const Title = screen ? 'h1' : 'h2';
  const content = (
    <div className={classes['empty']}>
      <Drawing name={drawing} />
      <Title>{title}</Title>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
  return screen ? <div className={classes['screen']}>{content}</div> : content;
};

export type ErrorStateProps = {
  readonly title?: ReactNode;
  readonly error?: unknown;
  readonly safe?: ReactNode;
  readonly onRetry?: () => void;
  readonly screen?: boolean;
};

/** What happened, what is safe, the way to try again and the id to quote. */
export const ErrorState = ({ title, error, safe, onRetry, screen }: ErrorStateProps) => {
  const t = useTexts('kit');
  const quote = isApiError(error) && error.id !== '' ? error.id : null;
  const unreachable = isApiError(error) && error.status === 0;
  return (
    <EmptyState
      drawing={unreachable ? 'offline' : 'broken'}
      {...(screen ? { screen } : {})}
      title={title ?? t('error.title')}
      actions={
        onRetry && (
          <Button icon={IconRefresh} onClick={onRetry}>
            {t('error.retry')}
          </Button>
        )
      }
    >
      {safe ?? t(unreachable ? 'error.unreachable' : 'error.safe')}
      {quote !== null && <span className={classes['quote']}> {t('error.quote', { id: quote })}</span>}
    </EmptyState>
  );
};

/** The person may not see this; says who can change that. */
export const NoPermission = ({
  title,
  children,
  screen = true,
}: {
  title?: ReactNode;
  children?: ReactNode;
  screen?: boolean;
}) => {
  const t = useTexts('kit');
  return (
    <EmptyState
      drawing="locked"
      screen={screen}
      title={title ?? t('denied.title')}
      actions={<LinkButton to="/home">{t('home')}</LinkButton>}
    >
      {children ?? t('denied.text')}
    </EmptyState>
  );
};

/** Nothing is at this address (object_not_found, 404). */
export const NotFound = ({ screen = true }: { screen?: boolean }) => {
  const t = useTexts('kit');
  return (
    <EmptyState
      drawing="missing"
      screen={screen}
      title={t('missing.title')}
      actions={<LinkButton to="/home">{t('home')}</LinkButton>}
    >
      {t('missing.text')}
    </EmptyState>
  );
};

/** A bar where text will stand, shown after 150 ms. Give it the true width. */
export const Skeleton = ({
  width = '100%',
  height = 12,
  className,
}: {
  width?: CSSProperties['width'];
  height?: number;
  className?: string;
}) => <span className={cx(classes['bar'], className)} style={{ width, height }} aria-hidden="true" />;

/** Says once to screen readers that something loads; the skeletons beside it are silent. */
export const Loading = ({ label, children }: { label?: string; children?: ReactNode }) => {
  const t = useTexts('kit');
  return (
    <div aria-busy="true">
      <span className="t-hidden" role="status">
        {label ?? t('loading')}
      </span>
      {children}
    </div>
  );
};

/** How far something is: `value` from 0 to 1, null when unknown. */
export const Progress = ({ value, label, quiet = false }: { value: number | null; label: string; quiet?: boolean }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={value === null ? undefined : Math.round(value * 100)}
    className={cx(classes['progress'], quiet && classes['quiet'], value === null && classes['unknown'])}
  >
    <i style={value === null ? undefined : { transform: `scaleX(${Math.min(1, Math.max(0, value))})` }} />
  </div>
);

/** The page's name in the browser's tab. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} · Tessera` : 'Tessera';
  }, [title]);
};
