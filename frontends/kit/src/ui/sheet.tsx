import { FocusTrap, Portal, Transition } from '@mantine/core';
import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useLayer } from '../layers/layers.ts';
import { useReturnFocus } from './focus.ts';
import { sheetMotion } from './motion.ts';
import { overlays } from './overlays.ts';
import { useBack } from './use-back.ts';
import classes from './sheet.module.css';

export type SheetProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
};

/** In px: pulled down so far it closes. */
const farEnough = 80;

/** Work on a phone, from the bottom: closes by Back, by a press beside it, by Esc, and pulled down by its handle. */
export const Sheet = ({ opened, onClose, title, children, footer }: SheetProps) => {
  const id = useId();
  const pressed = useRef(false);
  const [pulled, setPulled] = useState(0);
  useLayer('modal', opened, onClose);
  useBack(opened, onClose);
  const giveBack = useReturnFocus(opened);
  const pull = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, a, input'))) return;
    const target = event.currentTarget;
    const from = event.clientY;
    target.setPointerCapture(event.pointerId);
    let by = 0;
    const move = (moving: globalThis.PointerEvent): void => {
      by = Math.max(0, moving.clientY - from);
      setPulled(by);
    };
    const end = (): void => {
      target.removeEventListener('pointermove', move);
      target.removeEventListener('pointerup', end);
      target.removeEventListener('pointercancel', end);
      setPulled(0);
      if (by > farEnough) onClose();
    };
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerup', end);
    target.addEventListener('pointercancel', end);
  };
  return (
    <Portal target={overlays}>
      <Transition mounted={opened} {...sheetMotion} onExited={giveBack}>
        {(motion) => (
          <div
            className={classes['scrim']}
            style={{ opacity: motion.opacity, transition: motion.transition }}
            onPointerDown={(event) => {
              pressed.current = event.target === event.currentTarget;
            }}
            onClick={(event) => {
              if (pressed.current && event.target === event.currentTarget) onClose();
            }}
          >
            <FocusTrap active={opened}>
              <div
                role="dialog"
                aria-modal="true"
                aria-labelledby={id}
                tabIndex={-1}
                className={classes['sheet']}
                style={
                  pulled > 0
                    ? { transform: `translateY(${pulled}px)` }
                    : { transform: motion.transform, transition: motion.transition }
                }
              >
                <div className={classes['head']} onPointerDown={pull}>
                  <span className={classes['handle']} aria-hidden="true" />
                  <h2 id={id} className="t-panel-title">
                    {title}
                  </h2>
                </div>
                <div className={classes['body']}>{children}</div>
                {footer !== undefined && <div className={classes['foot']}>{footer}</div>}
              </div>
            </FocusTrap>
          </div>
        )}
      </Transition>
    </Portal>
  );
};
