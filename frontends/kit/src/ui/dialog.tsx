import { FocusTrap, Portal, Transition } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { IconX } from '../icons.ts';
import { useTexts } from '../i18n/i18n.ts';
import { useLayer } from '../layers/layers.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import classes from './dialog.module.css';
import { dialogMotion } from './motion.ts';
import { overlays } from './overlays.ts';
import { useReturnFocus } from './focus.ts';

export type DialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** 400 for a decision, 560 for a form, 720 for work, wider for work beside more; or the whole screen. */
  readonly size?: 'small' | 'medium' | 'large' | 'wide' | 'full';
  /** At the left of the head, before the title. */
  readonly start?: ReactNode;
  /** At the right of the head, before Close. */
  readonly actions?: ReactNode;
  /** The content reaches the edges, and pads and scrolls itself. */
  readonly flush?: boolean;
  readonly children?: ReactNode;
  /** Buttons at the right; the safe choice first, and focused (`data-autofocus`) when something is destroyed. */
  readonly footer?: ReactNode;
  /** At the left of the footer. */
  readonly aside?: ReactNode;
  /** Makes the dialog a form; Enter in a field submits. */
  readonly onSubmit?: () => void;
  readonly closable?: boolean;
};

/** A decision that the page waits for. Keeps the focus inside, returns it, closes with Esc or a press beside it. */
export const Dialog = ({
  opened,
  onClose,
  title,
  size = 'small',
  children,
  footer,
  aside,
  start,
  actions,
  flush = false,
  onSubmit,
  closable = true,
}: DialogProps) => {
  const t = useTexts('kit');
  const id = useId();
  const pressed = useRef(false);
  useLayer('modal', opened, () => {
    if (closable) onClose();
  });
  const giveBack = useReturnFocus(opened);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit?.();
  };
  const Body = onSubmit ? 'form' : 'div';
  return (
    <Portal target={overlays}>
      <Transition mounted={opened} {...dialogMotion} onExited={giveBack}>
        {(motion) => (
          <div
            className={cx(classes['scrim'], size === 'full' && classes['whole'])}
            style={{ opacity: motion.opacity, transition: motion.transition }}
            onPointerDown={(event) => {
              pressed.current = event.target === event.currentTarget;
            }}
            onClick={(event) => {
              if (closable && pressed.current && event.target === event.currentTarget) onClose();
            }}
          >
            <FocusTrap active={opened}>
              <div
                role="dialog"
                aria-modal="true"
                aria-labelledby={id}
                tabIndex={-1}
                className={cx(classes['dialog'], classes[size], flush && classes['flush'])}
                style={{ transform: motion.transform, transition: motion.transition }}
              >
                <Body style={{ display: 'contents' }} {...(onSubmit ? { onSubmit: submit, noValidate: true } : {})}>
                  <div className={classes['head']}>
                    {start}
                    <h2 id={id} className="t-panel-title">
                      {title}
                    </h2>
                    {actions}
                    {closable && <IconButton label={t('close')} icon={IconX} onClick={onClose} tooltip={false} />}
                  </div>
                  <div className={classes['body']}>{children}</div>
                  {footer !== undefined && (
                    <div className={classes['foot']}>
                      {aside !== undefined && <div className={classes['aside']}>{aside}</div>}
                      {footer}
                    </div>
                  )}
                </Body>
              </div>
            </FocusTrap>
          </div>
        )}
      </Transition>
    </Portal>
  );
};
