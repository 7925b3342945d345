import { IconPercentage } from '@tessera/kit/icons';
import type { CSSProperties, ReactNode } from 'react';
import classes from '../../grid/view/cell.module.css';
import { numberValues } from '../parts/filter-values.tsx';
import { NumberEditor } from '../parts/line-editor.tsx';
import { DecimalsSetting } from '../parts/settings.tsx';
import { lines } from '../parts/text-cell.tsx';
import type { CellProps, FieldTypeView } from '../view.ts';

/** The part of a whole as a bar, with its amount. */
const barCell = ({ value, text, height }: CellProps): ReactNode => {
  const part = Math.min(1, Math.max(0, Number(value ?? 0) / 100)) || 0;
  return (
    <span className={classes['percent']} data-lines={lines(height)}>
      <span className={classes['bar']} aria-hidden="true" style={{ '--part': `${part * 100}%` } as CSSProperties} />
      <span className={classes['amount']}>{text()}</span>
    </span>
  );
};

export const percent: FieldTypeView = {
  texts: {
    en: { name: 'Percent' },
    pt: { name: 'Porcentagem' },
    es: { name: 'Porcentaje' },
  },
  icon: IconPercentage,
  cell: barCell,
  atEnd: true,
  room: 72,
  entry: { by: 'typing', Editor: NumberEditor },
  settings: [DecimalsSetting],
  filterValues: numberValues,
  card: { part: 'bar' },
};
