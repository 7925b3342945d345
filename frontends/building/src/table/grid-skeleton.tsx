import { Skeleton } from '@tessera/kit';
import { footHeight, useFootPlace } from '../grid/view/foot-place.ts';
import { usePhone } from '../phone/use-phone.ts';
import classes from './table.module.css';

/** The grid before its columns are known: the default widths. */
export const GridSkeleton = () => {
  // A message that came on the page before moves once, with the page.
  useFootPlace(usePhone() ? 0 : footHeight);
  return (
    <div className={classes['skeleton']} aria-hidden="true">
      <div className={classes['skeletonTools']}>
        <Skeleton width={120} />
        <Skeleton width={64} />
        <Skeleton width={64} />
      </div>
      {Array.from({ length: 14 }, (_, row) => (
        <div key={row} className={classes['skeletonRow']}>
          {[52, 30, 40, 36, 44].map((width, col) => (
            <span key={col}>
              <Skeleton width={`${width - ((row * 7 + col * 5) % 16)}%`} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
};
