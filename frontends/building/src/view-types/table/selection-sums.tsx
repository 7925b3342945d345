import { formatDecimal, placesOf } from '@tessera/fields';
import { useFormats, useTexts } from '@tessera/kit';
import { useMemo, useSyncExternalStore } from 'react';
import { alike, averagePlaces, isSummed, sumsOf } from '../../data/sums.ts';
import { displayText, type Habits } from '../../data/values.ts';
import type { Grid } from '../../grid/grid.ts';
import { blockOf, cellCount } from '../../grid/model/selection.ts';
import classes from '../../grid/view/grid.module.css';

const most = 20_000;

/** Count, sum and average of the selected numbers, beside the totals of the columns. */
export const SelectionSums = ({ grid, habits }: { grid: Grid; habits: Habits }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const state = useSyncExternalStore(grid.subscribe, grid.state);
  const { selection, columns, tick } = state;
  const found = useMemo(() => {
    if (!selection) return null;
    const block = blockOf(selection);
    if (cellCount(block) < 2 || cellCount(block) > most) return null;
    let filled = 0;
    const numbers: (number | string)[] = [];
    const fields = columns
      .slice(block.left, block.right + 1)
      .map(({ field }) => field)
      .filter(isSummed);
    for (let row = block.top; row <= block.bottom; row++) {
      const record = grid.record(row);
      if (!record) return null;
      for (let col = block.left; col <= block.right; col++) {
        const column = columns[col];
        if (!column) continue;
        const value = grid.value(record, column.field.id);
        if (value === undefined || value === null || value === '') continue;
        filled += 1;
        if (isSummed(column.field) && (typeof value === 'number' || typeof value === 'string')) numbers.push(value);
      }
    }
    return {
      filled,
      field: alike(fields),
      sums: numbers.length > 1 ? sumsOf(numbers, Math.max(2, ...fields.map(averagePlaces))) : null,
    };
    // `tick` says that values changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selection, columns, tick, grid]);
  if (!found || found.filled < 2) return null;
  const { field, sums } = found;
  // Of one kind they read as their column does; of several kinds they are plain numbers.
  const number = (value: string): string =>
    field ? displayText(field, value, habits.show) : formatDecimal(value, habits.show.locale, placesOf(value), true);
  return (
    <div className={classes['sums']} role="status">
      <span>
        {t('sums.count')} <b>{formats.number(found.filled)}</b>
      </span>
      {sums && (
        <>
          <span>
            {t('sums.average')} <b>{number(sums.average)}</b>
          </span>
          <span>
            {t('sums.sum')} <b>{number(sums.sum)}</b>
          </span>
        </>
      )}
    </div>
  );
};
