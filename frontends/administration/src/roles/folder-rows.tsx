import { Tile, useTexts } from '@tessera/kit';
import { IconFolder } from '@tessera/kit/icons';
import type { ReactNode } from 'react';
import { levelOfAll, withLevelOfAll, type Held } from './folders.ts';
import type { Data, Kind, Level } from './model.ts';
import classes from './roles.module.css';

/** A row for each folder: its level is that of all in it, and sets it. */
export const FolderRows = ({
  kind,
  folders,
  data,
  levels,
  onChange,
}: {
  readonly kind: Kind;
  readonly folders: readonly Held[];
  readonly data: Data;
  readonly levels: (label: string, value: Level | undefined, change: (level: Level) => void) => ReactNode;
  readonly onChange: (data: Data) => void;
}) => {
  const t = useTexts('administration');
  return folders.map(({ id, label, color, ids }) => {
    const level = levelOfAll(data, kind, ids);
    return (
      <li key={id} className={classes['item']}>
        <Tile icon={IconFolder} color={color} />
        <span className="t-medium t-cut">{label}</span>
        <span className="t-secondary">
          {t('role.inFolder', { what: t(`role.counted.${kind}`, { count: ids.length }) })}
          {level === undefined && ` ${t('role.differ')}`}
        </span>
        {levels(t('role.folder', { name: label }), level, (next) => onChange(withLevelOfAll(data, kind, ids, next)))}
      </li>
    );
  });
};
