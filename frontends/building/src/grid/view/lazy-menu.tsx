import { Menu, type MenuEntry, type MenuProps } from '@tessera/kit';
import { cloneElement, type HTMLAttributes, type ReactElement } from 'react';

export type LazyMenuProps = {
  readonly anchor: ReactElement<HTMLAttributes<HTMLElement>>;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly items: () => readonly MenuEntry[];
  readonly side?: NonNullable<MenuProps['side']>;
};

/** A menu that exists only while it is open: a grid has one for every column, and draws them all at every scroll. */
export const LazyMenu = ({ anchor, opened, onChange, items, side }: LazyMenuProps) =>
  opened ? (
    <Menu anchor={anchor} opened onChange={onChange} items={items()} {...(side ? { side } : {})} />
  ) : (
    cloneElement(anchor, { onClick: () => onChange(true) })
  );
