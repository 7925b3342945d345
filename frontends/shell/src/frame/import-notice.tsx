import { toast, useLiveEvent, useTexts } from '@tessera/kit';
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

/** Tells the end of an import wherever its maker is by then; the wizard's own page shows it itself. */
export const useImportNotice = (): void => {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useLiveEvent('import_table', (data) => {
    if (!ended(data) || (pathname.startsWith('/connector/') && search.includes(data.operationId))) return;
    if (data.is_error) toast({ kind: 'error', message: t('import.failed'), detail: data.message });
    else if (pathname.startsWith(`/object/${data.tableId}`))
      toast({ message: t('import.done', { count: data.rows }), duration: 5000 });
    else
      toast({
        message: t('import.done', { count: data.rows }),
        duration: 5000,
        action: { label: t('import.goTo'), run: () => void navigate(`/object/${data.tableId}`) },
      });
  });
};
