import {
  hasRight,
  importKinds,
  pendingUpload,
  toast,
  useErrorText,
  useRights,
  useTexts,
  useUrlModal,
  workbookKinds,
} from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { createApp as newApp } from '../create/create-app.ts';
import { blankTable, createBlankTable } from '../create/create-table.ts';

/** What may be dropped: files that the import takes, and other workbooks, of which it says what to do with them. */
export const importable = [...importKinds, ...workbookKinds] as const;

/** What can be begun from anywhere in the frame: a table, an import, an invitation. Absent ones are not offered. */
export const useFrameActions = () => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const rights = useRights();
  const navigate = useNavigate();
  const { open } = useUrlModal();

  const blank = useMutation({
    mutationFn: () => createBlankTable(blankTable(t)),
    onSuccess: (table) => void navigate(`/object/${table.id}`, { state: { selectTitle: true } }),
    onError: (error) => toast({ kind: 'error', message: t('create.failed'), detail: errorText(error) }),
  });
  const blankApp = useMutation({
    mutationFn: newApp,
    onSuccess: (id) => void navigate(`/app/${id}?edit`),
    onError: (error) => toast({ kind: 'error', message: t('create.appFailed'), detail: errorText(error) }),
  });
  const importFile = useCallback(
    (file: File, tableId?: string) => {
      pendingUpload.put(file);
      void navigate(tableId === undefined ? '/connector' : `/connector?table=${tableId}`);
    },
    [navigate],
  );
  const refuseFile = useCallback(
    (file: File) =>
      toast({ kind: 'error', message: t('import.refused', { name: file.name }), detail: t('import.kinds') }),
    [t],
  );
  const { mutate, isPending } = blank;
  const createTable = useCallback(() => {
    if (!isPending) mutate();
  }, [mutate, isPending]);

  const { mutate: makeApp, isPending: makingApp } = blankApp;
  const createApp = useCallback(
    (label = t('create.untitledApp'), type?: string) => {
      if (!makingApp) makeApp({ label, type });
    },
    [makeApp, makingApp, t],
  );

  return {
    createApp: hasRight(rights, 'canCreateApps') ? createApp : null,
    createTable: hasRight(rights, 'canCreateTables') ? createTable : null,
    creating: isPending || makingApp,
    openImport:
      hasRight(rights, 'canViewConnectorPage') && hasRight(rights, 'canCreateTables')
        ? () => void navigate('/connector')
        : null,
    importFile,
    refuseFile,
    invite: hasRight(rights, 'canManageUsers') ? () => open('invite') : null,
    openPalette: () => open('actionBar'),
    openShortcuts: () => open('shortcuts'),
  } as const;
};
