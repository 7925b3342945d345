import { Button, Dialog, NumberInput, useTexts } from '@tessera/kit';
import { useState } from 'react';
import { Hues } from '../../table/hues.tsx';
import type { BoardColumn } from './config.ts';
import classes from './kanban.module.css';

/** How many records are too many in a column, and its colour. `onChange`: null for none, and for that of the option. */
export const LaneDialog = ({
  name,
  column,
  onChange,
  onClose,
}: {
  name: string;
  column: BoardColumn;
  onChange: (limit: number | null, color: string | null) => void;
  onClose: () => void;
}) => {
  const t = useTexts('building');
  const [limit, setLimit] = useState<number | null>(column.limit ?? null);
  const [color, setColor] = useState<string | null>(null);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('board.menu', { column: name })}
      onSubmit={() => {
        onChange(limit === null ? null : Math.round(limit), color ?? column.color);
        onClose();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit">
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={classes['dialog']}>
        <NumberInput
          label={t('board.limit')}
          help={t('board.limitHelp')}
          value={limit}
          min={1}
          max={100_000}
          data-autofocus
          onChange={setLimit}
        />
        <div role="group" aria-label={t('board.color')}>
          <Hues value={color ?? column.color} onPick={setColor} />
        </div>
      </div>
    </Dialog>
  );
};
