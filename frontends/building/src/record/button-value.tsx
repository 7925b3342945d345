import { Button, type Field, type Table, type User, useFormats } from '@tessera/kit';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Habits } from '../data/values.ts';
import classes from './record.module.css';
import { viewOf } from '../field-types/list.ts';

/** The button of a field in a form: pressed, its type does what it is for. */
export const ButtonValue = (props: {
  readonly table: Table;
  readonly field: Field;
  readonly recordId: string;
  readonly users: readonly User[];
  readonly habits: Habits;
}) => {
  const { locale } = useFormats();
  const { pathname } = useLocation();
  const [pressed, setPressed] = useState(false);
  const { button } = viewOf(props.field.type);
  if (button === undefined || (button.toPage && pathname === `/object/${props.table.id}/record/${props.recordId}`))
    return <div />;
  const { Pressed } = button;
  return (
    <div className={classes['pressed']}>
      <Button size="toolbar" onClick={() => setPressed(true)}>
        {button.label(props.field, locale)}
      </Button>
      {pressed && <Pressed {...props} onDone={() => setPressed(false)} />}
    </div>
  );
};
