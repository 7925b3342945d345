import {
  copyText,
  type Id,
  type MenuEntry,
  type Table,
  toast,
  useSession,
  useSlotActions,
  useTexts,
} from '@tessera/kit';
import { IconAppWindow, IconHistory, IconLink, IconTrash } from '@tessera/kit/icons';
import { useFavorites } from '../use-favorites.ts';

/** What may be done with a record wherever its menu opens: beside the list, on its row and on its card. */
export const useRecordEntries = (
  table: Table,
): ((id: Id, remove: { readonly label?: string; readonly run: () => void }) => readonly MenuEntry[]) => {
  const t = useTexts('building');
  const { baseUrl } = useSession();
  const extra = useSlotActions('record.menu');
  const favorite = useFavorites(false);
  const copy = async (id: Id): Promise<void> => {
    const address = `${(baseUrl || location.origin).replace(/\/$/, '')}/object/${table.id}/record/${id}`;
    const done = await copyText(address);
    toast(
      done
        ? { message: t('record.linkCopied') }
        : { kind: 'error', message: t('table.linkNotCopied'), detail: address },
    );
  };
  return (id, remove) => [
    { id: 'link', label: t('record.copyLink'), icon: IconLink, onSelect: () => void copy(id) },
    favorite({ type: 'record', id, tableId: table.id }),
    { id: 'changes', label: t('menu.changes'), icon: IconHistory, to: `/object/${table.id}/changes?record=${id}` },
    ...extra.map((one) => ({
      id: `extension.${one.id}`,
      label: one.label,
      icon: IconAppWindow,
      onSelect: () => void one.run({ tableId: table.id, recordId: id }),
    })),
    ...(table.rights.canDeleteRecords
      ? [
          { id: 'd', divider: true as const },
          {
            id: 'delete',
            label: remove.label ?? t('record.delete'),
            icon: IconTrash,
            danger: true,
            onSelect: remove.run,
          },
        ]
      : []),
  ];
};
