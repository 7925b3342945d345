import {
  Breadcrumb,
  hueOf,
  IconButton,
  type Person,
  Popover,
  PresenceStack,
  Slot,
  type Table,
  Tile,
  toast,
  Tooltip,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconTable } from '@tessera/kit/icons';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { usePhone } from '../phone/use-phone.ts';
import type { TablePanel } from '../workbench/panel-address.ts';
import { Hues, PageMenu } from './later-parts.ts';
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
  return (
    <>
      <Slot name="table.header" given={{ tableId: table.id }} />
      <PresenceStack people={people} count={crowd} />
      <PageMenu
        table={table}
        changes={changes}
        onPanel={onPanel}
        onExport={onExport}
        meanwhile={<IconButton label={t('menu.title')} icon={IconDots} disabled />}
      />
    </>
  );
};
TableHeader.Actions = Actions;
