import { IconCheck, IconCheckbox } from '@tessera/kit/icons';
import type { ReactNode } from 'react';
import classes from '../../grid/view/cell.module.css';
import { BooleanValue } from '../parts/filter-values.tsx';
import { lines } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

const tick = (on: boolean, height: number): ReactNode => (
  <span className={classes['tickCell']} data-lines={lines(height)} data-height={height}>
    <span className={classes['tick']} data-on={on || undefined}>
      {on && <IconCheck aria-hidden="true" />}
    </span>
  </span>
);

export const checkbox: FieldTypeView = {
  texts: {
    en: { name: 'Checkbox' },
    pt: { name: 'Caixa de seleção' },
    es: { name: 'Casilla' },
  },
  icon: IconCheckbox,
  cell: ({ value, height }) => tick(value === true, height),
  emptyCell: (height) => tick(false, height),
  entry: { by: 'pressing' },
  settings: [],
  filterValues: { boolean: BooleanValue },
};
