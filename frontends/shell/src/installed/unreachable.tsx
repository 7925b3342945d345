import { api, Button, EmptyState, useTexts } from '@tessera/kit';
import { useEffect } from 'react';
import { Standalone } from '../auth/standalone.tsx';

const askEvery = 5000;
const reload = (): void => location.reload();

/** The page when nothing answers, as the installed app opens without a connection. It comes back by itself. */
export const Unreachable = () => {
  const t = useTexts('shell');
  useEffect(() => {
    // What was kept may be older than the server: the page is loaded anew.
    const ask = (): void => void api.get('/auth/session').then(reload, () => undefined);
    const timer = setInterval(ask, askEvery);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, []);
  return (
    <Standalone>
      <EmptyState
        screen
        drawing="offline"
        title={t(navigator.onLine ? 'offline.silent' : 'offline.now')}
        actions={<Button onClick={reload}>{t('kit:error.retry')}</Button>}
      >
        {t('kit:error.unreachable')}
      </EmptyState>
    </Standalone>
  );
};
