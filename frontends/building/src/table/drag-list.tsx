import { useTexts } from '@tessera/kit';
import { IconGripVertical } from '@tessera/kit/icons';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import classes from './table.module.css';

export type SortItem = { readonly id: string; readonly name: string; readonly fixed?: boolean };

export type SortListProps<T extends SortItem> = {
  readonly label: string;
  readonly items: readonly T[];
  /** `to` is the place in the list without the moved item. */
  readonly onMove: (id: string, to: number) => void;
  /** Alt and an arrow to the side: into what is beside the row, or out of what it is in. Answers its new place. */
  readonly onShift?: (id: string, into: boolean) => number;
  readonly render: (item: T) => ReactNode;
};

/** A list whose rows are put into order by dragging their grip or with the arrow keys on it. */
export const SortList = <T extends SortItem>({ label, items, onMove, onShift, render }: SortListProps<T>) => {
  const t = useTexts('building');
  const list = useRef<HTMLUListElement>(null);
  const [dragging, setDragging] = useState<{ readonly id: string; readonly to: number } | null>(null);
  const [said, setSaid] = useState('');

  const drag = (event: PointerEvent<HTMLButtonElement>, item: T): void => {
    if (event.button !== 0 || item.fixed) return;
    event.preventDefault();
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    let to = items.indexOf(item);
    const move = (moving: globalThis.PointerEvent): void => {
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
      const gap = rows.findIndex((box) => moving.clientY < box.top + box.height / 2);
      const at = gap < 0 ? items.length : gap;
      to = at > items.indexOf(item) ? at - 1 : at;
      setDragging({ id: item.id, to: at });
    };
    const end = (): void => {
      target.removeEventListener('pointermove', move);
      setDragging(null);
      if (to !== items.indexOf(item)) onMove(item.id, to);
    };
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerup', end, { once: true });
    target.addEventListener('pointercancel', end, { once: true });
  };
  const keys = (event: KeyboardEvent<HTMLButtonElement>, item: T): void => {
    if (onShift !== undefined && event.altKey && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      event.preventDefault();
      const place = onShift(item.id, event.key === 'ArrowRight');
      setSaid(t('order.moved', { name: item.name, place: place + 1, count: items.length }));
      return;
    }
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const to = items.indexOf(item) + by;
    if (by === 0 || to < 0 || to >= items.length || items[to]?.fixed) return;
    event.preventDefault();
    onMove(item.id, to);
    setSaid(t('order.moved', { name: item.name, place: to + 1, count: items.length }));
  };

  return (
    <>
      <ul ref={list} className={classes['list']} aria-label={label}>
        {items.map((item, index) => (
          <li
            key={item.id}
            className={classes['fieldRow']}
            data-dropping={(dragging && dragging.to === index) || undefined}
            style={dragging?.id === item.id ? { opacity: 0.5 } : undefined}
          >
            {item.fixed ? (
              <span className={classes['grip']} style={{ visibility: 'hidden' }} />
            ) : (
              <button
                type="button"
                className={classes['grip']}
                aria-label={t('order.grip', { name: item.name })}
                onPointerDown={(event) => drag(event, item)}
                onKeyDown={(event) => keys(event, item)}
              >
                <IconGripVertical aria-hidden="true" />
              </button>
            )}
            {render(item)}
          </li>
        ))}
      </ul>
      <span className="t-hidden" role="status">
        {said}
      </span>
    </>
  );
};
