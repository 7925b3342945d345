import {
  Breadcrumb,
  copyText,
  hueOf,
  IconButton,
  Menu,
  type MenuEntry,
  type Person,
  Popover,
  PresenceStack,
  Slot,
  type Table,
  Tile,
  toast,
  Tooltip,
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
  IconTable,
  IconTableExport,
  IconTableImport,
  IconTrash,
  IconRestore,
} from '@tessera/kit/icons';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { canBeSplit } from '../data/groups.ts';
import { usePhone } from '../phone/use-phone.ts';
import type { TablePanel } from '../workbench/panel-address.ts';
import { useAccess } from '../use-access.tsx';
import { useFavorites } from '../use-favorites.ts';
import { DuplicateTableDialog, Hues } from './later-parts.ts';
import { useTableUpdate } from './queries.ts';
import { tableApi } from './table.resource.ts';
import classes from './table.module.css';

const Title = ({ table, onNamed }: { table: Table; onNamed?: () => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const update = useTableUpdate(table.id);
  const location = useLocation();
  const navigate = useNavigate();
  const fresh =
    typeof location.state === 'object' &&
    location.state !== null &&
    'selectTitle' in location.state &&
    location.pathname.includes(table.id);
  // Only as it appears: what is typed into it must not be overwritten by its name.
  const [text, setText] = useState<string | null>(fresh && table.rights.canManageFieldsAndConfig ? table.label : null);
  // A reload or Back does not select the title again.
  useEffect(() => {
    if (fresh) void navigate({ pathname: location.pathname, search: location.search }, { replace: true, state: null });
  }, [fresh, navigate, location.pathname, location.search]);
  const [colors, setColors] = useState(false);
  const manage = table.rights.canManageFieldsAndConfig;
  const save = (change: { label?: string; color?: string }): void => {
    update({ ...table, ...change });
    tableApi.patch(table.id, change).then(update, (error: unknown) => {
      update();
      toast({ kind: 'error', message: t('error.notSaved'), detail: errorText(error) });
    });
  };
  const finish = (): void => {
    const label = text?.trim() ?? '';
    setText(null);
    if (label !== '' && label !== table.label) save({ label });
  };
  const tile = <Tile icon={IconTable} color={table.color || hueOf(table.id)} />;
  return (
    <span className={classes['title']}>
      {manage ? (
        <Popover
          opened={colors}
          onClose={() => setColors(false)}
          label={t('table.color')}
          anchor={
            <button
              type="button"
              className={classes['tileButton']}
              aria-label={t('table.color')}
              onClick={() => setColors(!colors)}
            >
              {tile}
            </button>
          }
        >
          <Hues
            value={table.color}
            onPick={(color) => {
              save({ color });
              setColors(false);
            }}
          />
        </Popover>
      ) : (
        tile
      )}
      {text === null ? (
        <h1 style={{ display: 'flex', minWidth: 0 }}>
          {manage ? (
            <Tooltip label={t('table.rename')}>
              <button
                type="button"
                className={`${classes['titleButton'] ?? ''} t-cut`}
                onClick={() => setText(table.label)}
              >
                {table.label}
              </button>
            </Tooltip>
          ) : (
            <span className="t-strong t-cut">{table.label}</span>
          )}
        </h1>
      ) : (
        <input
          className={classes['titleInput']}
          aria-label={t('table.name')}
          value={text}
          autoFocus
          maxLength={45}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault();
              // The next key finds the caret where the first record is entered.
              flushSync(finish);
              onNamed?.();
            }
            if (event.key === 'Escape') {
              event.stopPropagation();
              setText(null);
            }
          }}
        />
      )}
    </span>
  );
};

/** Where this is and what it is called. */
export const TableHeader = ({ table, onNamed }: { table: Table; onNamed: () => void }) => {
  const t = useTexts('building');
  const phone = usePhone();
  return phone ? (
    <Title table={table} />
  ) : (
    <Breadcrumb items={[{ label: t('home'), to: '/home' }, { label: <Title table={table} onNamed={onNamed} /> }]} />
  );
};

const Actions = ({
  table,
  people,
  crowd,
  changes,
  onPanel,
  onExport,
}: {
  table: Table;
  people: readonly Person[];
  /** How many others are here, named or not. */
  crowd: number;
  /** Where it is told what changed. */
  changes: string;
  onPanel: (panel: TablePanel) => void;
  /** Absent where the view shows no records. */
  onExport?: (() => void) | undefined;
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
      <Slot name="table.header" given={{ tableId: table.id }} />
      <PresenceStack people={people} count={crowd} />
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
TableHeader.Actions = Actions;
