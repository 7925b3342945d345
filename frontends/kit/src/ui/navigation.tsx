import { Fragment, type KeyboardEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { IconChevronRight } from '../icons.ts';
import { useTexts } from '../i18n/i18n.ts';
import classes from './states.module.css';

export type TabItem<T extends string> = { readonly value: T; readonly label: ReactNode; readonly content: ReactNode };

/** Views of one thing; arrows move between them. */
export const Tabs = <T extends string>({
  label,
  value,
  onChange,
  items,
}: {
  label: string;
  value: T;
  onChange: (value: T) => void;
  items: readonly TabItem<T>[];
}) => {
  const id = useId();
  const at = items.findIndex((item) => item.value === value);
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = items[(at + by + items.length) % items.length];
    if (!next) return;
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[id="${id}-${next.value}"]`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={classes['tabs']} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.value}
            id={`${id}-${item.value}`}
            type="button"
            role="tab"
            aria-selected={item.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.value === value ? 0 : -1}
            className={classes['tab']}
            onClick={() => onChange(item.value)}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={-1}
        style={{ display: 'contents' }}
      >
        {items[at]?.content}
      </div>
    </>
  );
};

export type Crumb = { readonly label: ReactNode; readonly to?: string };

/** Where this is; the last crumb is the page itself. */
export const Breadcrumb = ({ items }: { items: readonly Crumb[] }) => {
  const t = useTexts('kit');
  return (
    <nav aria-label={t('breadcrumb')} style={{ minWidth: 0 }}>
      <ol className={classes['crumbs']}>
        {items.map((item, index) => {
          const last = index === items.length - 1;
          return (
            <Fragment key={index}>
              <li>
                {last || item.to === undefined ? (
                  <span className="t-cut" aria-current={last ? 'page' : undefined}>
                    {item.label}
                  </span>
                ) : (
                  <Link to={item.to} className="t-cut">
                    {item.label}
                  </Link>
                )}
                {!last && <IconChevronRight aria-hidden="true" />}
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
};
