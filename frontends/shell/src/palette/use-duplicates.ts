import { api, toast, useTexts } from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { duplicateFolder } from '../places/duplicate.ts';
import type { Folder } from '../places/places.resource.ts';

/** Duplicates a folder as its dialog does, without records; it may be undone from its message. */
export const useDuplicates = () => {
  const t = useTexts('places');
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMemo(() => {
    const anew = (): void => {
      for (const key of ['home', 'apps', 'folders']) void client.invalidateQueries({ queryKey: [key] });
    };
    return (folder: Folder) =>
      async (told: (share: number) => void): Promise<void> => {
        const label = t('copyOf', { folder: folder.label });
        const { state, message, operation_id } = await duplicateFolder(folder.id, label, false, told);
        anew();
        if (state === 'failed') {
          toast({ kind: 'error', message: t('notDuplicated'), detail: message ?? '' });
          return;
        }
        toast({
          message: t('duplicated', { folder: label }),
          undo: async () => {
            await api.post('/v3/undo/{id}', { path: { id: `apps.${operation_id}` }, body: {} });
            anew();
            if (location.pathname.startsWith('/home/folders/')) void navigate('/home/folders');
          },
        });
      };
  }, [t, client, navigate]);
};
