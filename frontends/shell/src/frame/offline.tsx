import { toast, useTexts } from '@tessera/kit';
import { IconCloudOff } from '@tessera/kit/icons';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import classes from './frame.module.css';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** A slim bar while there is no connection; a word when it is back. */
export const OfflineBar = () => {
  const t = useTexts('shell');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const was = useRef(online);
  useEffect(() => {
    if (online && !was.current) toast({ message: t('offline.back'), duration: 3000 });
    was.current = online;
  }, [online, t]);
  return <div role="status">{!online && <div className={classes['offline']}><IconCloudOff aria-hidden="true" />{t('offline.now')}</div>}</div>;
};
