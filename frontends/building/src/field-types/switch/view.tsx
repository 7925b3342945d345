import IconToggleRight from '@tabler/icons-react/dist/esm/icons/IconToggleRight.mjs';
import { Switch } from '@tessera/kit';
import type { ReactNode } from 'react';
import cells from '../../grid/view/cell.module.css';
import { BooleanValue } from '../parts/filter-values.tsx';
import { lines } from '../parts/text-cell.tsx';
import type { ControlProps, FieldTypeView } from '../view.ts';
import classes from './switch.module.css';

const track = (on: boolean, height: number): ReactNode => (
  <span className={cells['tickCell']} data-lines={lines(height)}>
    <span className={classes['track']} data-on={on || undefined} />
  </span>
);

const Control = ({ value, label, onChange }: ControlProps) => (
  <Switch checked={value === true} ariaLabel={label} onChange={onChange} />
);

export const switchType: FieldTypeView = {
  texts: {
    en: { name: 'Switch' },
    pt: { name: 'Interruptor' },
    es: { name: 'Interruptor' },
  },
  icon: IconToggleRight,
  cell: ({ value, height }) => track(value === true, height),
  emptyCell: (height) => track(false, height),
  entry: { by: 'pressing' },
  Control,
  settings: [],
  filterValues: { boolean: BooleanValue },
};
