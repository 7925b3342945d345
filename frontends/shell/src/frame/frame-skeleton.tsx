import { Loading, Skeleton } from '@tessera/kit';
import classes from './frame.module.css';
import { usePhone } from './media.ts';
import { useSidebar } from './sidebar-state.ts';

/** The frame before the session is known: the same places, nothing in them, so nothing moves later. */
export const FrameSkeleton = () => {
  const { width, collapsed } = useSidebar();
  const phone = usePhone();
  return (
    <Loading>
      <div
        className={classes['frame']}
        style={
          {
            height: '100vh',
            ...(phone ? {} : { '--frame-sidebar': `${collapsed ? 56 : width}px` }),
          } as React.CSSProperties
        }
      >
        <div className={classes['side']}>
          {!collapsed && (
            <div className={classes['org']} style={{ paddingInline: 8, gap: 8 }}>
              <Skeleton width={20} height={20} />
              <Skeleton width={96} />
            </div>
          )}
        </div>
        <div className={classes['main']}>
          <div style={{ height: 48, borderBottom: '1px solid var(--line)' }} />
        </div>
      </div>
    </Loading>
  );
};
