import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import type { ReactNode } from 'react';
import { numberValues } from '../parts/filter-values.tsx';
import type { CellProps, FieldTypeView } from '../view.ts';
import classes from './comments.module.css';

/** How many there are, with the sign of a comment; of none nothing. */
const countCell = ({ value, text }: CellProps): ReactNode =>
  Number(value) > 0 ? (
    <span className={classes['count']}>
      <IconMessage aria-hidden="true" />
      {text()}
    </span>
  ) : null;

export const comments: FieldTypeView = {
  texts: {
    en: { name: 'Comments' },
    pt: { name: 'Comentários' },
    es: { name: 'Comentarios' },
  },
  icon: IconMessage,
  cell: countCell,
  entry: { by: 'nobody' },
  settings: [],
  filterValues: numberValues,
};
