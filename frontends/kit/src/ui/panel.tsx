import { Transition } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { IconX } from '../icons.ts';
import { useTexts } from '../i18n/i18n.ts';
import { modalOpen, useLayer } from '../layers/layers.ts';
import { IconButton } from './button.tsx';
import classes from './dialog.module.css';
import { panelMotion } from './motion.ts';
import { useReturnFocus } from './focus.ts';

export type PanelProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly label: string;
  /** At the left of the header. */
  readonly header?: ReactNode;
  /** At the right of the header, before Close. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** The content behind is dimmed lightly. */
  readonly scrim?: boolean;
  readonly takeFocus?: boolean;
};

/**
 * F6 goes into the panel and back to where it came from; closed from within, it gives the focus back at once. Falls
 * back to the list beside it.
 */
const useBetween = (opened: boolean, panel: RefObject<HTMLDivElement | null>): void => {
  const outside = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const active = document.activeElement;
    const leave = (): void => {
      const target = outside.current?.isConnected
        ? outside.current
        : panel.current?.parentElement?.querySelector<HTMLElement>('[role="grid"]');
      target?.focus({ preventScroll: true });
    };
    if (!opened) {
      if (panel.current?.contains(active)) leave();
      return undefined;
    }
    outside.current = active instanceof HTMLElement && active !== document.body ? active : null;
    const key = (event: KeyboardEvent): void => {
      if (
        event.key !== 'F6' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        modalOpen() ||
        !panel.current
      )
        return;
      event.preventDefault();
      const now = document.activeElement;
      if (panel.current.contains(now)) return leave();
      if (now instanceof HTMLElement && now !== document.body) outside.current = now;
      const { current } = panel;
      current.dataset['reached'] = '';
      current.addEventListener('blur', () => delete current.dataset['reached'], { once: true });
      current.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [opened, panel]);
};

/**
 * Work beside the content: at the right of the nearest positioned ancestor, over it. The content behind stays usable; a
 * press on it closes the panel unless it is on something marked `data-keeps-panel` (the rows of the list that the panel
 * walks).
 */
export const Panel = ({
  opened,
  onClose,
  label,
  header,
  actions,
  children,
  footer,
  scrim = true,
  takeFocus = true,
}: PanelProps) => {
  const t = useTexts('kit');
  const panel = useRef<HTMLDivElement>(null);
  useLayer('panel', opened, onClose);
  useBetween(opened, panel);
  const giveBack = useReturnFocus(opened && takeFocus);
  useEffect(() => {
    if (opened && takeFocus) panel.current?.focus({ preventScroll: true });
  }, [opened, takeFocus]);
  useEffect(() => {
    if (!opened) return undefined;
    const press = (event: PointerEvent): void => {
      const target = event.target;
      const place = panel.current?.parentElement;
      if (!(target instanceof Element) || !place?.contains(target)) return;
      if (panel.current?.contains(target) || target.closest('[data-keeps-panel]')) return;
      onClose();
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [opened, onClose]);
  return (
    <>
      {scrim && opened && <div className={classes['panelScrim']} />}
      <Transition mounted={opened} {...panelMotion} onExited={giveBack}>
        {(motion) => (
          <div ref={panel} role="dialog" aria-label={label} tabIndex={-1} className={classes['panel']} style={motion}>
            <div className={classes['panelHead']}>
              <div className="t-cut" style={{ flex: 1 }}>
                {header ?? <h2 className="t-strong">{label}</h2>}
              </div>
              {actions}
              <IconButton label={t('close')} keys="escape" icon={IconX} onClick={onClose} />
            </div>
            <div className={classes['panelBody']}>{children}</div>
            {footer !== undefined && <div className={classes['panelFoot']}>{footer}</div>}
          </div>
        )}
      </Transition>
    </>
  );
};
