import { hasRight, pendingUpload, toast, useErrorText, useRights, useTexts, useUrlModal } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { blankTable, createBlankTable } from '../create/create-table.ts';

/** The file kinds that the import takes today. */
export const importable = ['.csv'] as const;

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
  const importFile = useCallback(
    (file: File) => {
      pendingUpload.put(file);
      void navigate('/connector');
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

  return {
    createTable: hasRight(rights, 'canCreateTables') ? createTable : null,
    creating: isPending,
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
