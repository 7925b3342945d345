import { IconExternalLink } from '@tessera/kit/icons';
import type { ReactNode } from 'react';
import { isCut } from '../../data/cut-text.ts';
import classes from '../../grid/view/cell.module.css';
import type { CellProps, FieldTypeView } from '../view.ts';

/** Lines of text that a row of this height shows. */
export const lines = (height: number): 1 | 2 | 4 => (height >= 96 ? 4 : height >= 64 ? 2 : 1);

export const textCell = ({ text, height, primary }: CellProps): ReactNode => {
  const count = lines(height);
  if (count === 1)
    return (
      <span className={classes['line']} data-strong={primary || undefined}>
        {text()}
      </span>
    );
  return (
    <span
      className={classes['lines']}
      data-strong={primary || undefined}
      style={{ WebkitLineClamp: count, marginTop: count === 2 ? 12 : 8 }}
    >
      {text()}
    </span>
  );
};

export const numberCell = ({ text, height }: CellProps): ReactNode => (
  <span className={classes['number']} data-lines={lines(height)}>
    {text()}
  </span>
);

export const dateCell = ({ text, value, height, context }: CellProps): ReactNode => (
  <span
    className={classes['line']}
    data-lines={lines(height)}
    title={typeof value === 'string' ? context.relative(value) : undefined}
  >
    {text()}
  </span>
);

/** A cell that leads somewhere. Only a whole address does: a long one is opened from its record. */
export const linkCell =
  (hrefOf: NonNullable<FieldTypeView['hrefOf']>) =>
  ({ text, value, height, openLabel }: CellProps): ReactNode => {
    const shown = text();
    const href = openLabel === '' || isCut(value) ? null : hrefOf(shown);
    return (
      <span className={classes['linkCell']} data-lines={lines(height)}>
        <span className={classes['link']}>{shown}</span>
        {href !== null && (
          <a
            className={classes['open']}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            tabIndex={-1}
            aria-label={openLabel}
            data-act="open"
          >
            <IconExternalLink aria-hidden="true" />
          </a>
        )}
      </span>
    );
  };
