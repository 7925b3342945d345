import { cx, languageFor } from '@tessera/kit';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { besideOf, labelsOf, linkedOf } from '../../data/links.ts';
import { chipRows, chipsThatFit } from '../../grid/model/chips.ts';
import { cellInset } from '../../grid/model/geometry.ts';
import classes from '../../grid/view/cell.module.css';
import { chipWidth } from '../../grid/view/measure.ts';
import type { CellProps } from '../view.ts';
import { hiddenText, linkWords } from './links-words.ts';
import linkClasses from './links.module.css';

/** In the selected cell a chip leads to its record; the press that selects the cell, and one of two, lead nowhere. */
const Chip = ({ className, label, to }: { className: string; label: string; to?: string }) =>
  to === undefined ? (
    <span className={className}>{label}</span>
  ) : (
    <Link
      className={className}
      to={to}
      tabIndex={-1}
      data-act="follow"
      onClick={(event) => {
        if (event.detail > 1) event.preventDefault();
      }}
    >
      {label}
    </Link>
  );

/** A chip for each linked record, as many as fit, and how many more there are. */
export const linksCell = ({ field, value, width, height, context, active }: CellProps): ReactNode => {
  const labels = labelsOf(value);
  const { hidden = 0, more = 0, tableInTrash } = besideOf(value);
  if (labels.length === 0) {
    const words = linkWords[languageFor([context.show.locale])];
    const why = tableInTrash ? words.inTrash : hidden > 0 ? hiddenText(words, hidden) : '';
    return why === '' ? null : <span className={cx('t-cut', linkClasses['closed'])}>{why}</span>;
  }
  const beyond = hidden + more;
  const ids = active ? linkedOf(value).map(({ id }) => id) : [];
  const { tableId = '' } = field.props as { readonly tableId?: string };
  const { size, rows, style } = chipRows(height);
  const count = chipsThatFit(
    labels.map((label) => chipWidth(label, size)),
    width - 2 * (context.inset ?? cellInset.standard),
    rows,
    (left) => chipWidth(`+${left + beyond}`, size),
  );
  const rest = labels.length - count + beyond;
  return (
    <span className={classes['chips']} style={style}>
      {/* By place: a row that is drawn for another record keeps its elements. */}
      {labels.slice(0, count).map((label, at) => (
        <Chip
          key={at}
          className={cx(size === 20 ? classes['chipSmall'] : classes['chip'], classes['linked'])}
          label={label}
          {...(ids[at] !== undefined && { to: `/object/${tableId}/record/${ids[at]}` })}
        />
      ))}
      {rest > 0 && (
        <span
          className={size === 20 ? classes['moreSmall'] : classes['more']}
          title={labels.join(', ')}
        >{`+${rest}`}</span>
      )}
    </span>
  );
};
