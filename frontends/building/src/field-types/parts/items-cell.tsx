import type { ReactNode } from 'react';
import type { CellProps } from '../view.ts';
import { ItemsEditor } from './items-later.ts';
import { itemsOf } from './items-of.ts';
import classes from './items.module.css';
import { filled, wordsIn } from './items-words.ts';
import { lines } from './text-cell.tsx';

/** How many of the lines are done, with a bar. */
export const itemsCell = ({ value, height, context }: CellProps): ReactNode => {
  ItemsEditor.bring();
  const items = itemsOf(value);
  const done = items.filter(({ checked }) => checked).length;
  return (
    <span className={classes['progress']} data-lines={lines(height)}>
      <span>{filled(wordsIn(context.show.locale).progress, { done, total: items.length })}</span>
      <span className={classes['bar']} aria-hidden="true">
        <span style={{ width: `${(done * 100) / Math.max(1, items.length)}%` }} />
      </span>
    </span>
  );
};
