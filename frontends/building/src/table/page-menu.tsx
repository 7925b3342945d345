import {
  copyText,
  IconButton,
  Menu,
  type MenuEntry,
  type Table,
  toast,
  useErrorText,
  useRights,
  useSession,
  useTexts,
} from '@tessera/kit';
import {
  IconCheckbox,
  IconClockHour4,
  IconCopy,
  IconDots,
  IconFilter,
  IconHistory,
  IconLink,
  IconListCheck,
  IconTableExport,
  IconTableImport,
  IconTrash,
  IconRestore,
} from '@tessera/kit/icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { canBeSplit } from '../data/groups.ts';
import type { TablePanel } from '../workbench/panel-address.ts';
import { useAccess } from '../use-access.tsx';
import { useFavorites } from '../use-favorites.ts';
import { DuplicateTableDialog } from './later-parts.ts';
import { tableApi } from './table.resource.ts';

/** What is done with a table, behind the button at the end of its head. */
export const PageMenu = ({
  table,
  changes,
  onPanel,
  onExport,
}: {
  readonly table: Table;
  /** Where it is told what changed. */
  readonly changes: string;
  readonly onPanel: (panel: TablePanel) => void;
  /** Absent where the view shows no records. */
  readonly onExport?: (() => void) | undefined;
}) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const navigate = useNavigate();
  const rights = useRights();
  const session = useSession();
  const [opened, setOpened] = useState(false);
  const [duplicating, setDuplicating] = useState(false);
  const favorite = useFavorites(opened)({ type: 'table', id: table.id });
  const access = useAccess({ kind: 'tables', id: table.id, label: table.label });
  const manage = table.rights.canManageFieldsAndConfig;
  const archive = async (): Promise<void> => {
    try {
      await tableApi.archive(table.id);
      void navigate('/workspaces');
      toast({
        message: t('table.deleted', { table: table.label }),
        undo: async () => {
          await tableApi.restore(table.id);
          void navigate(`/object/${table.id}`);
        },
      });
    } catch (error) {
      toast({ kind: 'error', message: t('table.notDeleted'), detail: errorText(error) });
    }
  };
  const copy = async (): Promise<void> => {
    const base = session.baseUrl || location.origin;
    const done = await copyText(`${base.replace(/\/$/, '')}${location.pathname}${location.search}`);
    toast(
      done
        ? { message: t('table.linkCopied') }
        : { kind: 'error', message: t('table.linkNotCopied'), detail: location.href },
    );
  };
  const items: readonly MenuEntry[] = [
    { id: 'link', label: t('menu.copyLink'), icon: IconLink, onSelect: () => void copy() },
    favorite,
    ...(manage
      ? [
          {
            id: 'structure',
            label: t('menu.structure'),
            icon: IconListCheck,
            onSelect: () => onPanel({ name: 'structure' }),
          },
          {
            id: 'conditionals',
            label: t('menu.conditionals'),
            icon: IconFilter,
            onSelect: () => onPanel({ name: 'conditionals' }),
          },
        ]
      : []),
    ...(table.rights.canCreateRecords || (rights.canViewConnectorPage && rights.canCreateTables)
      ? [
          {
            id: 'upload',
            label: t('menu.upload'),
            icon: IconTableImport,
            to: table.rights.canCreateRecords ? `/connector?table=${table.id}` : '/connector',
          },
        ]
      : []),
    ...(onExport === undefined
      ? []
      : [{ id: 'export', label: t('tools.export.menu'), icon: IconTableExport, onSelect: onExport }]),
    ...access.entries,
    ...(rights.canCreateTables
      ? [{ id: 'duplicate', label: t('menu.duplicate'), icon: IconCopy, onSelect: () => setDuplicating(true) }]
      : []),
    { id: 'd1', divider: true },
    { id: 'changes', label: t('menu.changes'), icon: IconHistory, to: changes },
    { id: 'past', label: t('menu.past'), icon: IconClockHour4, to: `/object/${table.id}/past` },
    ...(rights.canViewTasks
      ? [{ id: 'tasks', label: t('menu.tasks'), icon: IconCheckbox, to: `/object/${table.id}/tasks` }]
      : []),
    ...(table.fields.some(canBeSplit)
      ? [{ id: 'stays', label: t('menu.stays'), icon: IconClockHour4, to: `/object/${table.id}/views/sla` }]
      : []),
    { id: 'history', label: t('menu.history'), icon: IconHistory, onSelect: () => onPanel({ name: 'history' }) },
    ...(table.rights.canDeleteRecords && table.rights.canEditRecords
      ? [{ id: 'duplicates', label: t('menu.duplicates'), icon: IconCopy, to: `/object/${table.id}/duplicates` }]
      : []),
    ...(table.rights.canDeleteRecords
      ? [
          {
            id: 'deleted',
            label: t('menu.deletedRecords'),
            icon: IconRestore,
            onSelect: () => onPanel({ name: 'deleted' }),
          },
        ]
      : []),
    ...(manage && table.access === 'full'
      ? [
          { id: 'd2', divider: true as const },
          { id: 'delete', label: t('menu.delete'), icon: IconTrash, danger: true, onSelect: () => void archive() },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        side="bottom-end"
        items={items}
        opened={opened}
        onChange={setOpened}
        anchor={<IconButton label={t('menu.title')} icon={IconDots} />}
      />
      {access.dialog}
      {duplicating && <DuplicateTableDialog table={table} onClose={() => setDuplicating(false)} />}
    </>
  );
};
