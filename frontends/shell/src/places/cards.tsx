import { hueOf, Tile, useTexts } from '@tessera/kit';
import { IconAppWindow, IconFile, IconFolder, IconId } from '@tessera/kit/icons';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { TableTile } from '../frame/table-icon.tsx';
import classes from './places.module.css';
import { type Folder, pathOf } from './places.resource.ts';
import { useLayout } from './use-layout.ts';

type Place = { readonly id: string; readonly type: string; readonly color: string | null };
export type Card = Place & {
  readonly type: 'table' | 'app' | 'folder' | 'doc-page' | 'record';
  /** Where a record is. */
  readonly tableId?: string | undefined;
  readonly label: string;
  /** How many things it holds. */
  readonly count?: number;
  /** What is said below its name in the place of its kind. */
  readonly detail?: string;
  /** Where it leads, if not to the place itself. */
  readonly to?: string;
};

export const PlaceTile = ({ type, id, color }: Place) =>
  type === 'table' ? (
    <TableTile id={id} color={color} />
  ) : type === 'app' ? (
    <Tile icon={IconAppWindow} color={color || hueOf(id)} />
  ) : type === 'doc-page' ? (
    <IconFile aria-hidden="true" />
  ) : type === 'record' ? (
    <Tile icon={IconId} color={color || hueOf(id)} />
  ) : (
    <IconFolder aria-hidden="true" />
  );

/** What a kind looks like, as x, y, width and height within 92 by 48; the first ones in grey. */
const drawn: Readonly<
  Record<'table' | 'app' | 'doc-page' | 'record', { readonly grey: Boxes; readonly filled: Boxes }>
> = {
  table: {
    grey: [
      [0, 12, 92, 1],
      [0, 28, 92, 1],
      [0, 43, 92, 1],
      [30, 2, 1, 46],
      [60, 2, 1, 46],
    ],
    filled: [
      [36, 17, 18, 6],
      [36, 32, 14, 6],
      [66, 17, 14, 6],
    ],
  },
  app: {
    grey: [[10, 0, 72, 48]],
    filled: [
      [15, 6, 32, 16],
      [15, 27, 32, 16],
      [52, 6, 25, 37],
    ],
  },
  record: {
    grey: [[10, 0, 72, 48]],
    filled: [
      [18, 8, 56, 8],
      [18, 22, 22, 6],
      [46, 22, 28, 6],
      [18, 34, 22, 6],
      [46, 34, 20, 6],
    ],
  },
  'doc-page': {
    grey: [[22, 0, 48, 48]],
    filled: [
      [28, 8, 36, 6],
      [28, 20, 36, 6],
      [28, 32, 20, 6],
    ],
  },
};
type Boxes = readonly (readonly [number, number, number, number])[];

const Preview = ({ type, id, color }: Place) => {
  const shapes = drawn[type as keyof typeof drawn];
  if (shapes === undefined) return null;
  const style = { '--hue': `var(--option-${color || hueOf(id)}-solid)` } as CSSProperties;
  return (
    <span className={classes['preview']} style={style} aria-hidden="true">
      <svg viewBox="0 0 92 48" width="92" height="48">
        {(['grey', 'filled'] as const).map((kind) =>
          shapes[kind].map(([x, y, width, height]) => (
            <rect key={`${kind}${x} ${y}`} data-kind={kind} x={x} y={y} width={width} height={height} rx="2" />
          )),
        )}
      </svg>
    </span>
  );
};

/** Places as cards or as lines, as the person likes it. */
export const Cards = ({ label, cards }: { readonly label: string; readonly cards: readonly Card[] }) => {
  const t = useTexts('places');
  const { layout } = useLayout();
  return (
    <ul className={classes[layout === 'grid' ? 'cards' : 'lines']} aria-label={label}>
      {cards.map((card) => (
        <li key={`${card.type} ${card.id}`}>
          <Link to={card.to ?? pathOf(card)} className={classes[layout === 'grid' ? 'card' : 'line']}>
            {layout === 'grid' && <Preview {...card} />}
            <span className={classes['named']}>
              <PlaceTile {...card} />
              <span>
                <span className="t-medium t-cut">{card.label || t('unnamed')}</span>
                <span className="t-caption t-cut">
                  {card.detail ?? (card.count === undefined ? t(card.type) : t('count', { count: card.count }))}
                </span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

export const cardOf = (folder: Folder): Card => ({
  id: folder.id,
  type: 'folder',
  label: folder.label,
  color: folder.color,
  count: folder.tabs.length,
});
