import { Menu as Base } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { IconCheck } from '../icons.ts';
import { useLayer } from '../layers/layers.ts';
import type { IconType } from './button.tsx';
import { cx } from './cx.ts';
import classes from './floating.module.css';
import { Kbd } from './kbd.tsx';
import { popMotion } from './motion.ts';

export type MenuItem = {
  readonly id: string;
  readonly label: ReactNode;
  readonly icon?: IconType;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Present for items that are on or off or one of several. */
  readonly checked?: boolean;
  readonly detail?: ReactNode;
  readonly to?: string;
  readonly onSelect?: () => void;
  /** Stays open after the press. */
  readonly keepOpen?: boolean;
};

/** A heading, a line between groups, or an item. */
export type MenuEntry = MenuItem | { readonly id: string; readonly heading: string } | { readonly id: string; readonly divider: true };

export type MenuProps = {
  readonly anchor: ReactElement;
  readonly items: readonly MenuEntry[];
  readonly side?: 'bottom-start' | 'bottom-end' | 'top-start' | 'right-start' | 'top-end';
  readonly width?: number | 'target';
  /** Given together, the caller holds the state. */
  readonly opened?: boolean;
  readonly onChange?: (opened: boolean) => void;
};

const Entry = ({ item }: { item: MenuItem }) => {
  const Icon = item.icon;
  const content = (
    <>
      {Icon && <Icon aria-hidden="true" />}
      {item.detail === undefined ? <span className="t-cut">{item.label}</span> : <span>{item.label}<span className={classes['detail']}>{item.detail}</span></span>}
      {item.keys !== undefined && <Kbd keys={item.keys} />}
      {item.checked === true && <IconCheck aria-hidden="true" className={classes['check'] ?? ''} />}
    </>
  );
  const shared = {
    className: cx(classes['item'], item.danger && classes['danger']),
    closeMenuOnClick: item.keepOpen !== true,
    disabled: item.disabled === true,
    ...(item.checked === undefined ? {} : { role: 'menuitemcheckbox', 'aria-checked': item.checked }),
    ...(item.onSelect ? { onClick: item.onSelect } : {}),
  };
  return item.to === undefined ? <Base.Item {...shared}>{content}</Base.Item> : <Base.Item {...shared} component={Link} to={item.to}>{content}</Base.Item>;
};

/** A menu on a button: arrows move, letters find, shortcuts stand at the right, what destroys stands last. */
export const Menu = ({ anchor, items, side = 'bottom-start', width, opened: held, onChange }: MenuProps) => {
  const [own, setOwn] = useState(false);
  const opened = held ?? own;
  const change = (next: boolean): void => {
    setOwn(next);
    onChange?.(next);
  };
  useLayer('popover', opened, () => change(false));
  return (
    <Base
      opened={opened}
      onChange={change}
      position={side}
      offset={4}
      {...(width === undefined ? {} : { width })}
      closeOnEscape={false}
      transitionProps={popMotion}
      zIndex="var(--z-popover)"
      middlewares={{ flip: { padding: 8 }, shift: { padding: 8 } }}
      classNames={{ dropdown: cx(classes['popover'], classes['menu']), label: classes['label'] ?? '', itemLabel: classes['contents'] ?? '', divider: classes['divider'] ?? '' }}
    >
      <Base.Target>{anchor}</Base.Target>
      <Base.Dropdown>
        {items.map((item) => {
          if ('divider' in item) return <Base.Divider key={item.id} />;
          if ('heading' in item) return <Base.Label key={item.id}>{item.heading}</Base.Label>;
          return <Entry key={item.id} item={item} />;
        })}
      </Base.Dropdown>
    </Base>
  );
};
