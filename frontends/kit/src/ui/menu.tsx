import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { IconCheck } from '../icons.ts';
import type { IconType } from './button.tsx';
import { cx } from './cx.ts';
import classes from './floating.module.css';
import { Kbd } from './kbd.tsx';
import { Popover } from './popover.tsx';
import { Sheet } from './sheet.tsx';
import { typeAhead, typedOn } from './search.ts';

export type MenuItem = {
  readonly id: string;
  readonly label: ReactNode;
  readonly icon?: IconType;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Present for items that are on or off or one of several. */
  readonly checked?: boolean;
  /** A second line; of a disabled item the reason, which makes it reachable by keyboard. */
  readonly detail?: ReactNode;
  readonly to?: string;
  readonly onSelect?: () => void;
  /** Stays open after the press. */
  readonly keepOpen?: boolean;
  /** What a right click on it offers. */
  readonly context?: { readonly label: string; readonly items: readonly MenuEntry[] };
};

/** A heading, a line between groups, or an item. */
export type MenuEntry =
  MenuItem | { readonly id: string; readonly heading: string } | { readonly id: string; readonly divider: true };

export type MenuProps = {
  /** A button; it gets the press, `aria-haspopup` and `aria-expanded`. */
  readonly anchor: ReactElement;
  readonly items: readonly MenuEntry[];
  readonly side?: 'bottom-start' | 'bottom-end' | 'top-start' | 'right-start' | 'top-end';
  readonly width?: number | 'target';
  /** Given together, the caller holds the state. */
  readonly opened?: boolean;
  readonly onChange?: (opened: boolean) => void;
  /** Names the menu when its button does not. */
  readonly label?: string;
  /** On a phone: under this title it comes from the bottom. */
  readonly sheet?: ReactNode;
};

/** Shift+F10 and the key with a menu on it ask for the menu of what has the focus. */
export const asksForMenu = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Where a menu without a button opens, in px from the corner of the window. */
export type MenuPlace = { readonly x: number; readonly y: number };

/** The place of a menu that was asked for on an element: where the pointer is, or under it for a key. */
export const placeOf = (
  event: { readonly clientX?: number; readonly clientY?: number },
  element: Element,
): MenuPlace => {
  const { clientX = 0, clientY = 0 } = event;
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY };
  const box = element.getBoundingClientRect();
  return { x: box.left + 8, y: box.bottom };
};

const Content = ({ item }: { item: MenuItem }) => {
  const Icon = item.icon;
  return (
    <>
      {Icon && <Icon aria-hidden="true" />}
      {item.detail === undefined ? (
        <span className="t-cut">{item.label}</span>
      ) : (
        <span>
          {item.label}
          <span className={classes['detail']}>{item.detail}</span>
        </span>
      )}
      {item.keys !== undefined && <Kbd keys={item.keys} />}
      {item.checked === true && <IconCheck aria-hidden="true" className={classes['check'] ?? ''} />}
    </>
  );
};

const itemsIn = (menu: HTMLElement | null): readonly HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>(
    '[data-menu-item]:not([aria-disabled="true"]), [data-menu-item][data-explained]',
  ) ?? []),
];

const List = ({
  items,
  label,
  labelledBy,
  onClose,
}: {
  items: readonly MenuEntry[];
  label: string | undefined;
  labelledBy: string | undefined;
  onClose: () => void;
}) => {
  const menu = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [nested, setNested] = useState<{ readonly item: MenuItem; readonly at: MenuPlace } | null>(null);
  useEffect(() => {
    menu.current?.focus({ preventScroll: true });
  }, []);
  const move = (to: (at: number, count: number) => number): void => {
    const all = itemsIn(menu.current);
    const at = all.findIndex((item) => item === document.activeElement);
    all[to(at, all.length)]?.focus();
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move((at, count) => (at + 1) % count);
    else if (event.key === 'ArrowUp') move((at, count) => (at <= 0 ? count - 1 : at - 1));
    else if (event.key === 'Home') move(() => 0);
    else if (event.key === 'End') move((_, count) => count - 1);
    else if (event.key === 'Tab') onClose();
    else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      typed.current = typedOn(typed.current, event.key, Date.now());
      const { text } = typed.current;
      move((at) =>
        typeAhead(
          itemsIn(menu.current).map((item) => ({ label: item.textContent ?? '' })),
          text,
          at,
        ),
      );
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      aria-labelledby={label === undefined ? labelledBy : undefined}
      className={classes['items']}
      onKeyDown={keyDown}
      data-captures-keys
    >
      {items.map((item) => {
        if ('divider' in item) return <div key={item.id} role="presentation" className={classes['divider']} />;
        if ('heading' in item)
          return (
            <div key={item.id} role="presentation" className={classes['label']}>
              {item.heading}
            </div>
          );
        const select = (): void => {
          if (item.disabled) return;
          if (item.keepOpen !== true) onClose();
          item.onSelect?.();
        };
        const shared = {
          'data-menu-item': true,
          tabIndex: -1,
          className: cx(classes['item'], item.danger && classes['danger']),
          onClick: select,
          onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
            if (event.pointerType === 'mouse' && document.activeElement !== event.currentTarget)
              event.currentTarget.focus({ preventScroll: true });
          },
          ...(item.context
            ? {
                onContextMenu: (event: React.MouseEvent<HTMLElement>) => {
                  event.preventDefault();
                  event.stopPropagation();
                  setNested({ item, at: placeOf(event, event.currentTarget) });
                },
                onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
                  if (!asksForMenu(event)) return;
                  event.preventDefault();
                  event.stopPropagation();
                  setNested({ item, at: placeOf({}, event.currentTarget) });
                },
              }
            : {}),
          ...(item.disabled
            ? { 'aria-disabled': true as const, ...(item.detail !== undefined && { 'data-explained': true }) }
            : {}),
          ...(item.checked === undefined
            ? { role: 'menuitem' as const }
            : { role: 'menuitemcheckbox' as const, 'aria-checked': item.checked }),
        };
        return item.to === undefined ? (
          <button key={item.id} type="button" {...shared}>
            <Content item={item} />
          </button>
        ) : (
          <Link key={item.id} to={item.to} {...shared}>
            <Content item={item} />
          </Link>
        );
      })}
      {nested?.item.context && (
        <ContextMenu
          at={nested.at}
          label={nested.item.context.label}
          items={nested.item.context.items.map((entry) =>
            'divider' in entry || 'heading' in entry
              ? entry
              : {
                  ...entry,
                  onSelect: () => {
                    onClose();
                    entry.onSelect?.();
                  },
                },
          )}
          onClose={() => setNested(null)}
        />
      )}
    </div>
  );
};

/** A menu on a button, by a press, a right click or the key for it: arrows move, letters find, shortcuts stand at the right, what destroys stands last. */
export const Menu = ({
  anchor,
  items,
  side = 'bottom-start',
  width,
  opened: held,
  onChange,
  label,
  sheet,
}: MenuProps) => {
  const id = useId();
  const [own, setOwn] = useState(false);
  const opened = held ?? own;
  const given = anchor.props as {
    onClick?: (event: React.MouseEvent) => void;
    onKeyDown?: (event: KeyboardEvent) => void;
    onContextMenu?: (event: React.MouseEvent) => void;
  };
  const change = (next: boolean): void => {
    setOwn(next);
    onChange?.(next);
  };
  const button = cloneElement(anchor, {
    'aria-haspopup': 'menu',
    'aria-expanded': opened,
    id,
    onClick: (event: React.MouseEvent) => {
      given.onClick?.(event);
      change(!opened);
    },
    onContextMenu: (event: React.MouseEvent) => {
      given.onContextMenu?.(event);
      if (event.defaultPrevented) return;
      event.preventDefault();
      change(true);
    },
    onKeyDown: (event: KeyboardEvent) => {
      given.onKeyDown?.(event);
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && !asksForMenu(event)) return;
      event.preventDefault();
      change(true);
    },
  } as object);
  const list = <List items={items} label={label} labelledBy={id} onClose={() => change(false)} />;
  if (sheet !== undefined)
    return (
      <>
        {button}
        <Sheet opened={opened} onClose={() => change(false)} title={sheet}>
          {list}
        </Sheet>
      </>
    );
  return (
    <Popover
      opened={opened}
      onClose={() => change(false)}
      side={side}
      {...(width === undefined ? {} : { width })}
      trapFocus={false}
      returnFocus
      className={classes['menu'] ?? ''}
      anchor={button}
    >
      {list}
    </Popover>
  );
};

export type ContextMenuProps = {
  readonly at: MenuPlace;
  readonly label: string;
  readonly items: readonly MenuEntry[];
  readonly onClose: () => void;
};

/** The menu of something that has no button: it opens where it was asked for. */
export const ContextMenu = ({ at, label, items, onClose }: ContextMenuProps) => {
  // It is gone with its closing: what had the focus gets it back first.
  const [before] = useState(() => document.activeElement);
  return createPortal(
    <Menu
      key={`${at.x}:${at.y}`}
      opened
      label={label}
      items={items}
      onChange={(next) => {
        if (next) return;
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
        onClose();
      }}
      anchor={
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          style={{ position: 'fixed', left: at.x, top: at.y, width: 0, height: 0, pointerEvents: 'none' }}
        />
      }
    />,
    document.body,
  );
};
