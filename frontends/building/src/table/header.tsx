import {
  Breadcrumb,
  copyText,
  hueOf,
  hueStyle,
  IconButton,
  Menu,
  type MenuEntry,
  optionColors,
  type Person,
  Popover,
  PresenceStack,
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
  IconCheck,
  IconDots,
  IconHistory,
  IconLink,
  IconListCheck,
  IconTable,
  IconTableImport,
  IconTrash,
  IconRestore,
} from '@tessera/kit/icons';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePhone } from '../phone/use-phone.ts';
import type { TablePanel } from './panel-address.ts';
import { useTableUpdate } from './queries.ts';
import { tableApi } from './table.resource.ts';
import classes from './table.module.css';

const Title = ({ table }: { table: Table }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const update = useTableUpdate(table.id);
  const location = useLocation();
  const navigate = useNavigate();
  const fresh = typeof location.state === 'object' && location.state !== null && 'selectTitle' in location.state;
  const [text, setText] = useState<string | null>(fresh && table.rights.canManageFieldsAndConfig ? table.label : null);
  // A reload or Back does not select the title again.
  useEffect(() => {
    if (fresh) void navigate({ pathname: location.pathname, search: location.search }, { replace: true, state: null });
  }, [fresh, navigate, location.pathname, location.search]);
  const [colors, setColors] = useState(false);
  const manage = table.rights.canManageFieldsAndConfig;
  useSelectedTitle(table, () => {
    if (manage) setText(table.label);
  });
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
          <div className={classes['hues']}>
            {optionColors.map((color) => (
              <button
                key={color}
                type="button"
                className={classes['hue']}
                style={hueStyle(color)}
                aria-label={t(`colors.${color}`)}
                aria-pressed={table.color === color}
                onClick={() => {
                  save({ color });
                  setColors(false);
                }}
              >
                {table.color === color && <IconCheck aria-hidden="true" />}
              </button>
            ))}
          </div>
        </Popover>
      ) : (
        tile
      )}
      {text === null ? (
        <h1 className="t-cut" style={{ display: 'flex', minWidth: 0 }}>
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
            if (event.key === 'Enter') finish();
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

// A table just made opens with its name selected; the wish leaves the history, so that Back and a reload do not repeat
// it.
const useSelectedTitle = (table: Table, select: () => void): void => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const wanted = typeof state === 'object' && state !== null && 'selectTitle' in state && pathname.includes(table.id);
  useEffect(() => {
    if (!wanted) return;
    select();
    void navigate({ pathname, search }, { replace: true, state: null });
  });
};

/** Where this is and what it is called. */
export const TableHeader = ({ table }: { table: Table }) => {
  const t = useTexts('building');
  const phone = usePhone();
  return phone ? (
    <Title table={table} />
  ) : (
    <Breadcrumb items={[{ label: t('home'), to: '/home' }, { label: <Title table={table} /> }]} />
  );
};

const Actions = ({
  table,
  people,
  crowd,
  onPanel,
}: {
  table: Table;
  people: readonly Person[];
  /** How many others are here, named or not. */
  crowd: number;
  onPanel: (panel: TablePanel) => void;
}) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const navigate = useNavigate();
  const rights = useRights();
  const session = useSession();
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
    ...(manage
      ? [
          {
            id: 'structure',
            label: t('menu.structure'),
            icon: IconListCheck,
            onSelect: () => onPanel({ name: 'structure' }),
          },
        ]
      : []),
    ...(rights.canViewConnectorPage && rights.canCreateTables
      ? [{ id: 'upload', label: t('menu.upload'), icon: IconTableImport, to: '/connector' }]
      : []),
    { id: 'd1', divider: true },
    { id: 'history', label: t('menu.history'), icon: IconHistory, onSelect: () => onPanel({ name: 'history' }) },
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
      <PresenceStack people={people} count={crowd} />
      <Menu side="bottom-end" items={items} anchor={<IconButton label={t('menu.title')} icon={IconDots} />} />
    </>
  );
};
TableHeader.Actions = Actions;
