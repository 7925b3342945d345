import { Tooltip as Base } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import classes from './floating.module.css';
import { Kbd } from './kbd.tsx';
import { overlays } from './overlays.ts';

export type TooltipProps = {
  readonly label: ReactNode;
  readonly keys?: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly disabled?: boolean;
  readonly children: ReactElement;
};

/** Names what it surrounds after 400 ms of rest or on keyboard focus. Not for what one cannot do without. */
export const Tooltip = ({ label, keys, side = 'bottom', disabled = false, children }: TooltipProps) => (
  <Base
    label={
      keys === undefined ? (
        label
      ) : (
        <>
          {label}
          <Kbd keys={keys} />
        </>
      )
    }
    position={side}
    offset={6}
    openDelay={400}
    events={{ hover: true, focus: true, touch: false }}
    disabled={disabled}
    portalProps={{ target: overlays }}
    zIndex="var(--z-tooltip)"
    transitionProps={{ duration: 120, transition: 'fade' }}
    classNames={{ tooltip: classes['tooltip'] ?? '' }}
  >
    {children}
  </Base>
);
