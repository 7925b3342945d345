import { api } from '@tessera/kit';
import { IconStar, IconStarFilled } from '@tessera/kit/icons';
import type { ReactNode } from 'react';
import cells from '../../grid/view/cell.module.css';
import { BooleanValue } from '../parts/filter-values.tsx';
import { lines } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';
import classes from './starred.module.css';

const Star = ({ on }: { readonly on: boolean }) => (
  <span className={classes['star']} data-on={on || undefined}>
    {on ? <IconStarFilled aria-hidden="true" /> : <IconStar aria-hidden="true" />}
  </span>
);

const starCell = (on: boolean, height: number): ReactNode => (
  <span className={cells['tickCell']} data-lines={lines(height)} data-height={height}>
    <Star on={on} />
  </span>
);

export const starred: FieldTypeView = {
  texts: {
    en: { name: 'Starred' },
    pt: { name: 'Com estrela' },
    es: { name: 'Con estrella' },
  },
  icon: IconStar,
  cell: ({ value, height }) => starCell(value === true, height),
  emptyCell: (height) => starCell(false, height),
  entry: { by: 'nobody' },
  mark: {
    set: (table, record, on) =>
      api.put('/v3/tables/{table}/records/{record}/star', { path: { table, record }, body: { starred: on } }),
    Sign: Star,
  },
  settings: [],
  filterValues: { boolean: BooleanValue },
};
