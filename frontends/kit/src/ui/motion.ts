import type { MantineTransition } from '@mantine/core';

/** Motion of what floats: popovers and menus grow from .98 in 120 ms. */
export const popMotion: { transition: MantineTransition; duration: number; timingFunction: string } = {
  transition: {
    in: { opacity: 1, transform: 'scale(1)' },
    out: { opacity: 0, transform: 'scale(.98)' },
    common: { transformOrigin: 'top' },
    transitionProperty: 'opacity, transform',
  },
  duration: 120,
  timingFunction: 'cubic-bezier(.2, 0, 0, 1)',
};

/** Dialogs: the same shape in 180 ms, 120 ms to leave. */
export const dialogMotion = { ...popMotion, duration: 180, exitDuration: 120 };

/** Sheets of a phone come 16 px from the bottom. */
export const sheetMotion = {
  ...popMotion,
  transition: {
    in: { opacity: 1, transform: 'translateY(0)' },
    out: { opacity: 0, transform: 'translateY(16px)' },
    transitionProperty: 'opacity, transform',
  } satisfies MantineTransition,
  duration: 180,
  exitDuration: 120,
};

/** Panels come 16 px from the right. */
export const panelMotion: {
  transition: MantineTransition;
  duration: number;
  exitDuration: number;
  timingFunction: string;
} = {
  transition: {
    in: { opacity: 1, transform: 'translateX(0)' },
    out: { opacity: 0, transform: 'translateX(16px)' },
    transitionProperty: 'opacity, transform',
  },
  duration: 180,
  exitDuration: 120,
  timingFunction: 'cubic-bezier(.2, 0, 0, 1)',
};
