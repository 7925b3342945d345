import {
  Avatar,
  Button,
  Chip,
  cx,
  hueStyle,
  IconButton,
  type Id,
  Menu,
  type MenuEntry,
  PresenceStack,
  Skeleton,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconAlertTriangle, IconChevronRight, IconDots, IconPlus, IconRefresh } from '@tessera/kit/icons';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { isWritten, typeOfField } from '@tessera/fields';
import { refusalText } from '../../data/refusal-text.ts';
import { readText } from '../../data/values.ts';
import { undrawn } from '../../workbench/drawer.ts';
import type { List } from '../../workbench/list.ts';
import type { Work } from '../../workbench/use-workbench.ts';
import type { CardDrawing } from '../parts/use-card.ts';
import { Card, heightOf, usualHeight } from './card.tsx';
import { type BoardColumn, laneId } from './config.ts';
import { cardGap, inSight, topsOf } from './geometry.ts';
import classes from './kanban.module.css';

/** What the board knows of a column that is drawn. */
export type ColumnHandle = {
  readonly key: string | null;
  readonly element: HTMLElement;
  /** Where its cards begin, in px from the first. */
  readonly tops: () => readonly number[];
};

export type ColumnProps = {
  readonly column: BoardColumn;
  readonly name: string;
  readonly list: List | undefined;
  readonly work: Work;
  readonly card: CardDrawing;
  /** What is known of the records without reading them. */
  readonly count: number | null;
  readonly total: string;
  /** Of a card, in px. */
  readonly width: number;
  readonly touch: boolean;
  readonly canMove: boolean;
  readonly canAdd: boolean;
  readonly colorOf: (id: Id) => string | undefined;
  /** The place where the person stands, and the record that is open or found. */
  readonly here: number | null;
  readonly current: Id | null;
  /** The card that is lifted out of this column; and where one would be put into it, as high as that is. */
  readonly lifted: Id | null;
  readonly hole: { readonly at: number; readonly height: number } | null;
  /** What stands in the hole while keys move a card. */
  readonly inHole: ReactNode;
  readonly adding: boolean;
  readonly menu: readonly MenuEntry[];
  readonly onHandle: (handle: ColumnHandle | null, key: string | null) => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, column: BoardColumn) => void;
  readonly onHere: (column: BoardColumn, place: number) => void;
  readonly onOpen: (column: BoardColumn, place: number) => void;
  readonly onMenu: (event: { clientX?: number; clientY?: number }, column: BoardColumn, place: number) => boolean;
  readonly onAdding: (column: BoardColumn | null) => void;
  readonly onAdd: (column: BoardColumn, fields: Readonly<Record<Id, unknown>>) => void;
  readonly onUnfold: (column: BoardColumn) => void;
};

/** Cards drawn while the first ones travel. */
const awaited = 4;

const Label = ({ column, name, touch }: { column: BoardColumn; name: string; touch: boolean }) =>
  column.user === undefined ? (
    <Chip color={column.color}>{name}</Chip>
  ) : (
    <span className={classes['who']}>
      <Avatar name={column.user.name} id={column.user.id} photo={column.user.photo_url} size={touch ? 24 : 20} />
      <span className="t-cut">{name}</span>
    </span>
  );

/** The box in which the name of a new record is typed. Enter adds it and the box stays. */
const Composer = ({
  card,
  work,
  name,
  onAdd,
  onClose,
}: {
  card: CardDrawing;
  work: Work;
  name: string;
  onAdd: (fields: Readonly<Record<Id, unknown>>) => void;
  onClose: () => void;
}) => {
  const t = useTexts('building');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { label } = card.parts;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const add = (): void => {
    if (label === undefined || text.trim() === '') return;
    const read = readText(label, text, work.habits.read);
    if (!read.ok) return setProblem(refusalText(t, read));
    onAdd({ [label.id]: read.value });
    setText('');
    setProblem(null);
  };
  return (
    <div ref={box} className={classes['composer']} role="group" aria-label={t('board.addIn', { column: name })}>
      <input
        autoFocus
        type="text"
        aria-label={t('board.name')}
        aria-invalid={problem !== null || undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') add();
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {problem !== null && <span className={classes['problem']}>{problem}</span>}
      <span className={classes['composerFoot']}>
        <Button size="toolbar" variant="primary" onClick={add}>
          {t('board.add')}
        </Button>
        <Button size="toolbar" variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <span className="t-caption">Enter</span>
      </span>
    </div>
  );
};

/** One column of a board: its head, and of its cards those in sight. */
export const Column = memo((props: ColumnProps) =>
  props.column.folded === true && !props.touch ? <Folded {...props} /> : <Open {...props} />,
);

const Folded = ({ column, name, count, total, onUnfold }: ColumnProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  return (
    <button
      type="button"
      className={classes['folded']}
      title={t('board.unfold', { column: name })}
      aria-expanded={false}
      data-column={laneId(column.key)}
      onClick={() => onUnfold(column)}
    >
      <IconChevronRight aria-hidden="true" />
      <span className={classes['upright']}>
        <span className={classes['uprightChip']} style={hueStyle(column.color)}>
          {name}
        </span>
        {count !== null && <span>{formats.number(count)}</span>}
        {total !== '' && <span>{total}</span>}
      </span>
    </button>
  );
};

const nothingToHear = (): (() => void) => () => undefined;

const Open = ({
  column,
  name,
  list,
  work,
  card,
  count: counted,
  total,
  width,
  touch,
  canMove,
  canAdd,
  colorOf,
  here,
  current,
  lifted,
  hole,
  inHole,
  adding,
  menu,
  onHandle,
  onKey,
  onHere,
  onOpen,
  onMenu,
  onAdding,
  onAdd,
}: ColumnProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const own = useId();
  const state = useSyncExternalStore(list?.subscribe ?? nothingToHear, () => list?.state() ?? null);
  const element = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [viewport, setViewport] = useState(600);
  const rows = list?.rows;
  const started = rows?.started() === true;
  const size = started ? rows.size() : awaited;
  const usual = usualHeight(card, touch);
  const tops = useMemo(
    () =>
      topsOf(
        Array.from({ length: size }, (_, place) => {
          const record = rows?.at(place);
          return record === undefined ? usual : heightOf(card, record, touch);
        }),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the records are those of the list's state
    [state, rows, size, card, touch, usual],
  );
  const height = Math.max(0, tops[size]! - cardGap) + (hole === null ? 0 : hole.height + cardGap);
  const [first, last] = inSight(tops, scrollTop, viewport, 400);
  useEffect(() => {
    if (list !== undefined) work.onShown(list, first, Math.max(first, last));
  }, [work, list, first, last]);

  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = (): void => setViewport(target.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, []);

  const latest = useRef({ tops, here });
  latest.current = { tops, here };
  const { key } = column;
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    onHandle({ key, element: target, tops: () => latest.current.tops }, key);
    return () => onHandle(null, key);
  }, [key, onHandle]);
  useLayoutEffect(() => {
    if (list === undefined) return undefined;
    const reveal = (place: number): void => {
      const target = element.current;
      const { tops: all } = latest.current;
      if (!target || all[place + 1] === undefined) return;
      if (all[place]! < target.scrollTop) target.scrollTop = all[place]!;
      else if (all[place + 1]! > target.scrollTop + target.clientHeight)
        target.scrollTop = all[place + 1]! - target.clientHeight;
    };
    return list.draw({
      ...undrawn,
      active: () => (latest.current.here === null ? undefined : list.rows.idAt(latest.current.here)),
      firstVisible: () => inSight(latest.current.tops, element.current?.scrollTop ?? 0, 1, 0)[0],
      atEnd: () => {
        const target = element.current;
        return target !== null && target.scrollTop + target.clientHeight >= target.scrollHeight - 1;
      },
      reveal,
      goTo: reveal,
      focus: () => element.current?.focus({ preventScroll: true }),
    });
  }, [list]);
  useEffect(() => {
    list?.moved();
  }, [list, here]);

  const count = rows?.total() ?? counted;
  const over = column.limit !== undefined && count !== null ? count - column.limit : 0;
  const told =
    count === null
      ? ''
      : column.limit === undefined
        ? formats.number(count)
        : t('board.of', { count, limit: column.limit });
  const said = t(over > 0 ? 'board.columnOver' : 'board.column', {
    column: name,
    count: t('recordsCounted', { count: count ?? 0 }),
    limit: column.limit ?? 0,
  });
  const until = Date.now();
  const cards: ReactNode[] = [];
  for (let place = first; place <= last; place++) {
    const record = rows?.at(place);
    const shift = hole !== null && place >= hole.at ? hole.height + cardGap : 0;
    const style: CSSProperties = {
      top: tops[place]!,
      height: tops[place + 1]! - tops[place]! - cardGap,
      ...(shift > 0 ? { transform: `translateY(${shift}px)` } : {}),
    };
    if (record === undefined || state === null) {
      cards.push(
        <div key={`at ${place}`} className={classes['card']} style={style} aria-hidden="true">
          <span className={classes['body']}>
            <Skeleton width="60%" />
            <Skeleton width="40%" />
          </span>
        </div>,
      );
      continue;
    }
    const flash = state.flashes.get(record.id);
    const others = work.people.filter((person) => person.recordId === record.id);
    const leaving = state.leaving.has(record.id);
    cards.push(
      <div
        key={record.id}
        id={`${own}-${place}`}
        role="option"
        aria-selected={place === here}
        aria-posinset={place + 1}
        aria-setsize={size}
        className={cx(classes['card'], lifted === record.id && classes['gone'])}
        style={style}
        data-place={place}
        data-record={record.id}
        data-here={place === here || undefined}
        data-current={record.id === current || undefined}
        data-leaving={leaving || undefined}
        data-movable={canMove || undefined}
        title={leaving ? t('grid.notInView') : undefined}
      >
        <Card card={card} record={record} width={width} touch={touch} color={colorOf(record.id)} />
        {others.length > 0 && (
          <span className={classes['people']}>
            <PresenceStack people={others} />
          </span>
        )}
        {flash !== undefined && flash.until > until && (
          <span
            key={flash.until}
            className={classes['flash']}
            style={{ '--presence': `var(--presence-${flash.color})` } as CSSProperties}
          />
        )}
      </div>,
    );
  }

  const placeIn = (target: EventTarget): number | null => {
    const place = target instanceof Element ? target.closest('[data-place]')?.getAttribute('data-place') : null;
    return place === null || place === undefined ? null : Number(place);
  };
  const failed = list !== undefined && list.error() !== null && !started;
  const { label } = card.parts;
  const typed = label !== undefined && isWritten(typeOfField(label) ?? {});
  return (
    <section
      className={cx(classes['column'], touch && classes['touch'])}
      aria-label={said}
      data-column={laneId(key)}
      data-into={hole !== null || undefined}
    >
      <header className={classes['head']}>
        {touch ? (
          <span className={classes['grow']}>
            {count !== null &&
              (column.limit === undefined
                ? t('recordsCounted', { count })
                : t('board.of', { count, limit: column.limit }))}
          </span>
        ) : (
          <>
            <Label column={column} name={name} touch={false} />
            <span className={classes['count']}>{told}</span>
            <span className={classes['grow']} />
          </>
        )}
        {total !== '' && <span className={classes['total']}>{total}</span>}
        {!touch && menu.length > 0 && (
          <Menu
            items={menu}
            side="bottom-end"
            width={240}
            anchor={<IconButton size="table" icon={IconDots} label={t('board.menu', { column: name })} />}
          />
        )}
      </header>
      {over > 0 && (
        <div className={classes['limit']}>
          <IconAlertTriangle aria-hidden="true" />
          {t('board.over', { count: over, limit: column.limit ?? 0 })}
        </div>
      )}
      {failed && (
        <Button size="toolbar" icon={IconRefresh} onClick={() => list.rows.retry()}>
          {t('board.failed')}
        </Button>
      )}
      <div
        ref={element}
        className={classes['list']}
        role="listbox"
        aria-label={name}
        aria-busy={rows?.busy() === true || undefined}
        aria-activedescendant={here !== null && here >= first && here <= last ? `${own}-${here}` : undefined}
        tabIndex={0}
        onKeyDown={(event) => onKey(event, column)}
        onFocus={() => {
          if (here === null && size > 0 && started) onHere(column, Math.min(first, size - 1));
        }}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onClick={(event) => {
          const place = placeIn(event.target);
          if (place !== null) onOpen(column, place);
        }}
        onContextMenu={(event) => {
          const place = placeIn(event.target);
          if (place !== null && onMenu(event, column, place)) event.preventDefault();
        }}
      >
        <div className={classes['cards']} role="presentation" data-cards style={{ height }}>
          {cards}
          {hole !== null && (
            <div
              className={classes['hole']}
              aria-hidden="true"
              style={{ top: tops[Math.min(hole.at, size)] ?? 0, height: hole.height }}
            >
              {inHole}
            </div>
          )}
        </div>
      </div>
      {canAdd &&
        !touch &&
        (adding && typed ? (
          <Composer
            card={card}
            work={work}
            name={name}
            onAdd={(fields) => onAdd(column, fields)}
            onClose={() => onAdding(null)}
          />
        ) : (
          <button
            type="button"
            className={classes['add']}
            aria-label={t('board.addIn', { column: name })}
            onClick={() => (typed ? onAdding(column) : onAdd(column, {}))}
          >
            <IconPlus aria-hidden="true" />
            {t('record.new')}
          </button>
        ))}
    </section>
  );
};
