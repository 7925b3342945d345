import type { Field } from '@tessera/kit';
import { viewOf } from '../field-types/list.ts';
import classes from './record.module.css';

type MarkValueProps = { readonly field: Field; readonly on: boolean; readonly onMark: (on: boolean) => void };

/** The mark of a field in a panel: a press sets it or takes it away, also where the record itself cannot be changed. */
export const MarkValue = ({ field, on, onMark }: MarkValueProps) => {
  const Sign = viewOf(field.type).mark?.Sign;
  return Sign === undefined ? null : (
    <button
      type="button"
      className={classes['mark']}
      aria-label={field.name}
      aria-pressed={on}
      onClick={() => onMark(!on)}
    >
      <Sign on={on} />
    </button>
  );
};
