import { Popover as Base, type PopoverProps as BaseProps } from '@mantine/core';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { useLayer } from '../layers/layers.ts';
import { cx } from './cx.ts';
import classes from './floating.module.css';
import { useFocusBack } from './focus.ts';
import { popMotion } from './motion.ts';
import { overlays } from './overlays.ts';
import { useBack } from './use-back.ts';

const isPhone = (): boolean => matchMedia('(max-width: 679px)').matches;

export type PopoverProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Escape, where it does something else than a press outside. */
  readonly onEscape?: () => void;
  /** The element that it hangs on; it must take a ref. */
  readonly anchor: ReactElement;
  readonly children: ReactNode;
  readonly side?: BaseProps['position'];
  /** In px, or as wide as the anchor. */
  readonly width?: number | 'target';
  readonly padded?: boolean;
  readonly trapFocus?: boolean;
  /** Gives the focus back on closing; follows `trapFocus` otherwise. */
  readonly returnFocus?: boolean;
  /** Names it for screen readers when it works as a small dialog. */
  readonly label?: string;
  readonly className?: string;
};

/** A choice that hangs 4 px from its anchor. Esc, a press outside and Back on a phone close it; the focus returns to where it was. */
export const Popover = ({
  opened,
  onClose,
  onEscape = onClose,
  anchor,
  children,
  side = 'bottom-start',
  width,
  padded = false,
  trapFocus = true,
  returnFocus = trapFocus,
  label,
  className,
}: PopoverProps) => {
  const isTop = useLayer('popover', opened, onEscape);
  // On a phone Back is how one leaves what lies on top.
  useBack(opened && isPhone(), onClose);
  const floating = useRef<HTMLDivElement>(null);
  useFocusBack(opened && returnFocus, floating);
  return (
    <Base
      opened={opened}
      onChange={(next) => {
        if (!next && isTop()) onClose();
      }}
      position={side}
      offset={4}
      trapFocus={trapFocus}
      returnFocus={returnFocus}
      portalProps={{ target: overlays }}
      closeOnEscape={false}
      withRoles={label !== undefined}
      {...(width === undefined ? {} : { width })}
      transitionProps={popMotion}
      middlewares={{ flip: { padding: 8 }, shift: { padding: 8 } }}
      zIndex="var(--z-popover)"
      classNames={{ dropdown: cx(classes['popover'], padded && classes['padded'], className) }}
    >
      <Base.Target>{anchor}</Base.Target>
      <Base.Dropdown
        ref={floating}
        {...(label === undefined ? {} : { 'aria-label': label, 'aria-labelledby': undefined })}
      >
        {children}
      </Base.Dropdown>
    </Base>
  );
};
