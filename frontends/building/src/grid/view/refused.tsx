import { Button } from '@tessera/kit';
import { IconAlertCircle } from '@tessera/kit/icons';
import type { CSSProperties } from 'react';
import classes from './grid.module.css';

export type RefusedTexts = {
  readonly notSaved: string;
  readonly editAgain: string;
  readonly discard: string;
  readonly theirs: (value: string) => string;
  readonly keepTheirs: string;
  readonly useMine: string;
};

export type RefusedProps = {
  readonly style: CSSProperties;
  readonly texts: RefusedTexts;
  readonly reason: string;
  /** What somebody else wrote meanwhile; null when it was refused for another reason. */
  readonly theirs: string | null;
  readonly onEditAgain: () => void;
  readonly onUseMine: () => void;
  readonly onDiscard: () => void;
};

/**
 * Under a cell that was not saved: why, and what can be done. It stands in a row and a cell of its own, because a grid
 * owns nothing else.
 */
export const Refused = ({ style, texts, reason, theirs, onEditAgain, onUseMine, onDiscard }: RefusedProps) => (
  <div className={classes['why']} style={style} role="row" data-act="why">
    <div role="gridcell">
      <div role="alert">
        <p className={classes['whyTitle']}>
          <IconAlertCircle aria-hidden="true" />
          {texts.notSaved}
        </p>
        <p>{reason}</p>
        {theirs !== null && <p>{texts.theirs(theirs)}</p>}
      </div>
      <div className={classes['whyActions']}>
        <Button size="toolbar" onClick={theirs === null ? onEditAgain : onUseMine}>
          {theirs === null ? texts.editAgain : texts.useMine}
        </Button>
        <Button size="toolbar" variant="quiet" onClick={onDiscard}>
          {theirs === null ? texts.discard : texts.keepTheirs}
        </Button>
      </div>
    </div>
  </div>
);
