import { Avatar } from '@tessera/kit';
import type { ReactNode } from 'react';
import classes from '../../grid/view/cell.module.css';
import { chipRows, chipsThatFit } from '../../grid/model/chips.ts';
import { cellInset } from '../../grid/model/geometry.ts';
import { chipWidth } from '../../grid/view/measure.ts';
import type { CellProps } from '../view.ts';
import { lines } from './text-cell.tsx';

export const personCell = ({ value, text, height, context }: CellProps): ReactNode => {
  const user = typeof value === 'string' ? context.user(value) : undefined;
  const name = user?.name ?? text();
  return (
    <span className={classes['user']} data-lines={lines(height)}>
      <Avatar name={name} id={typeof value === 'string' ? value : name} photo={user?.photo_url ?? null} size={20} />
      <span className="t-cut">{name}</span>
    </span>
  );
};

/** Each with a picture and a name, as many as fit, and how many more there are. */
export const peopleCell = ({ value, width, height, context }: CellProps): ReactNode => {
  const people = (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap((id) =>
    typeof id === 'string'
      ? [{ id, user: context.user(id), name: context.user(id)?.name ?? context.show.userName?.(id) ?? id }]
      : [],
  );
  const { size, rows, style } = chipRows(height);
  const count = chipsThatFit(
    people.map(({ name }) => chipWidth(name, size) + 24),
    width - 2 * (context.inset ?? cellInset.standard),
    rows,
    (hidden) => chipWidth(`+${hidden}`, size),
  );
  const names = people.map(({ name }) => name).join(', ');
  return (
    <span className={classes['chips']} style={style}>
      {people.slice(0, count).map(({ id, user, name }, at) => (
        <span key={at} className={classes['user']} style={{ gap: 4, maxWidth: '100%', height: size }}>
          <Avatar name={name} id={id} photo={user?.photo_url ?? null} size={20} />
          <span className="t-cut">{name}</span>
        </span>
      ))}
      {people.length > count && (
        <span
          className={size === 20 ? classes['moreSmall'] : classes['more']}
          title={names}
        >{`+${people.length - count}`}</span>
      )}
    </span>
  );
};
