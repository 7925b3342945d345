import { toast, useLiveEvent, useTexts } from '@tessera/kit';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

type Ended = {
  readonly operationId: string;
  readonly tableId: string;
  readonly is_error: boolean;
  readonly message: string;
  readonly rows: number;
};

const ended = (data: unknown): data is Ended =>
  typeof data === 'object' && data !== null && 'operationId' in data && 'tableId' in data && 'is_error' in data;

/** In ms: a short import may end before the page that shows it is open. */
const opening = 1000;

/** Tells the end of an import wherever its maker is by then; the wizard's own page shows it itself. */
export const useImportNotice = (): void => {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const place = useRef({ pathname, search });
  place.current = { pathname, search };
  const waiting = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const timers = waiting.current;
    return () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    };
  }, []);
  const tell = (data: Ended): void => {
    const at = place.current;
    if (at.pathname.startsWith('/connector/') && at.search.includes(data.operationId)) return;
    if (data.is_error) toast({ kind: 'error', message: t('import.failed'), detail: data.message });
    else if (at.pathname.startsWith(`/object/${data.tableId}`))
      toast({ message: t('import.done', { count: data.rows }), duration: 5000 });
    else
      toast({
        message: t('import.done', { count: data.rows }),
        duration: 5000,
        action: { label: t('import.goTo'), run: () => void navigate(`/object/${data.tableId}`) },
      });
  };
  useLiveEvent('import_table', (data) => {
    if (!ended(data)) return;
    const timer = setTimeout(
      () => {
        waiting.current.delete(timer);
        tell(data);
      },
      pathname.startsWith('/connector/') ? opening : 0,
    );
    waiting.current.add(timer);
  });
};
