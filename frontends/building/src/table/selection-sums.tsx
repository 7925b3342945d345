import { fieldType } from '@tessera/fields';
import { useFormats, useTexts } from '@tessera/kit';
import { useMemo, useSyncExternalStore } from 'react';
import type { Grid } from '../grid/grid.ts';
import { blockOf, cellCount } from '../grid/model/selection.ts';
import classes from '../grid/view/grid.module.css';

const most = 20_000;

/** Count, sum and average of the selected numbers, beside the totals of the columns. */
export const SelectionSums = ({ grid }: { grid: Grid }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const state = useSyncExternalStore(grid.subscribe, grid.state);
  const { selection, columns, tick } = state;
  const found = useMemo(() => {
    if (!selection) return null;
    const block = blockOf(selection);
    if (cellCount(block) < 2 || cellCount(block) > most) return null;
    let filled = 0;
    let numbers = 0;
    let sum = 0;
    for (let row = block.top; row <= block.bottom; row++) {
      const record = grid.record(row);
      if (!record) return null;
      for (let col = block.left; col <= block.right; col++) {
        const column = columns[col];
        if (!column) continue;
        const value = grid.value(record, column.field.id);
        if (value === undefined || value === null || value === '') continue;
        filled += 1;
        if (fieldType(column.field.type)?.storage === 'decimal' && typeof value === 'number') {
          numbers += 1;
          sum += value;
        }
      }
    }
    return { filled, numbers, sum };
    // `tick` says that values changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selection, columns, tick, grid]);
  if (!found || found.filled < 2) return null;
  const number = (value: number): string => formats.number(Number(value.toFixed(2)));
  return (
    <div className={classes['sums']} role="status">
      <span>{t('sums.count')} <b>{formats.number(found.filled)}</b></span>
      {found.numbers > 1 && <><span>{t('sums.average')} <b>{number(found.sum / found.numbers)}</b></span><span>{t('sums.sum')} <b>{number(found.sum)}</b></span></>}
    </div>
  );
};
