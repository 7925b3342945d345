import { later } from '../../later.tsx';
import { IconClockHour4 } from '@tessera/kit/icons';
import { Elapsed, elapsedView } from '../parts/elapsed.tsx';
import { lines } from '../parts/text-cell.tsx';
import classes from '../../grid/view/cell.module.css';
import type { FieldTypeView } from '../view.ts';

const OverLimit = later(async () => (await import('../../stays/over-limit.tsx')).OverLimit);
const StageSetting = later(async () => (await import('./stage-setting.tsx')).StageSetting);

type Time = {
  readonly seconds?: number;
  readonly since?: string;
  readonly warnAt?: string;
  readonly lateAt?: string;
};

/** A time that goes on counts as if it had begun earlier, by what the record was there before. */
const begun = ({ seconds = 0, since }: Time): string | undefined =>
  since === undefined ? undefined : new Date(Date.parse(since) - seconds * 1000).toISOString();

export const timeInTheSection: FieldTypeView = {
  ...elapsedView,
  texts: {
    en: {
      name: 'Time in an option',
      labels: {
        field: 'Field',
        option: 'Option',
      },
    },
    pt: {
      name: 'Tempo em uma opção',
      labels: {
        field: 'Campo',
        option: 'Opção',
      },
    },
    es: {
      name: 'Tiempo en una opción',
      labels: {
        field: 'Campo',
        option: 'Opción',
      },
    },
  },
  icon: IconClockHour4,
  cell: ({ value, height, text }) => {
    const time = (value ?? {}) as Time;
    const since = begun(time);
    return (
      <span className={classes['line']} data-lines={lines(height)}>
        {since === undefined ? (
          text()
        ) : (
          <>
            <Elapsed since={since} />{' '}
            {(time.warnAt ?? time.lateAt) !== undefined && <OverLimit warnAt={time.warnAt} lateAt={time.lateAt} />}
          </>
        )}
      </span>
    );
  },
  settings: [StageSetting],
};
