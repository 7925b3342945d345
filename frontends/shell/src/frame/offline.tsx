import { Button, live, toast, useLiveStatus, useRecovering, useTexts, useWaiting, waiting } from '@tessera/kit';
import { IconCloudOff } from '@tessera/kit/icons';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import classes from './frame.module.css';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

const patience = 4000;

// A server that restarts is back within the patience; only a longer silence is worth a word.
const useSilence = (): boolean => {
  const unheard = useLiveStatus() !== 'open';
  const recovering = useRecovering();
  const lost = unheard || recovering;
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setTimeout(() => setSilent(true), patience);
    return () => {
      clearTimeout(timer);
      setSilent(false);
    };
  }, [lost]);
  return silent;
};

/** A slim bar while there is no connection, with what waits to be saved; a word when it is back. */
export const OfflineBar = () => {
  const t = useTexts('shell');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const silent = useSilence();
  const was = useRef(online);
  useEffect(() => {
    if (online && !was.current) toast({ message: t('offline.back'), duration: 3000 });
    was.current = online;
  }, [online, t]);
  const { count, stuck } = useWaiting();
  const shown = !online || silent || stuck;
  return (
    <div role="status">
      {shown && (
        <div className={classes['offline']}>
          <IconCloudOff aria-hidden="true" />
          <span className="t-cut">
            {[
              !online ? t('offline.now') : silent || !stuck ? t('offline.silent') : '',
              count > 0 ? t('offline.waiting', { count }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {count > 0 && online && (
            <Button
              size="toolbar"
              variant="quiet"
              onClick={() => {
                live.hurry();
                waiting.retry();
              }}
            >
              {t('offline.retry')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
