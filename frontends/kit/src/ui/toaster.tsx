import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { IconAlertCircle, IconX } from '../icons.ts';
import { useTexts } from '../i18n/i18n.ts';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import classes from './toast.module.css';
import { dismissToast, onToast, shownToast, type Toast, toastDuration } from './toast-store.ts';

// Counts down only while nobody points at it or has the focus in it.
const useCountdown = (toast: Toast, held: boolean): void => {
  const left = useRef(toastDuration(toast));
  useEffect(() => {
    if (left.current === null || held) return undefined;
    const started = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      if (left.current !== null) left.current -= performance.now() - started;
    };
  }, [toast.id, held]);
};

const Message = ({ toast }: { toast: Toast }) => {
  const t = useTexts('kit');
  const [held, setHeld] = useState(false);
  useCountdown(toast, held);
  const bad = toast.kind === 'error';
  const duration = toastDuration(toast);
  const close = useCallback(() => dismissToast(toast.id), [toast.id]);
  const act = (run: () => void | Promise<void>) => (): void => {
    close();
    void run();
  };
  return (
    <div
      className={cx(classes['toast'], bad && classes['bad'])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {bad && <IconAlertCircle aria-hidden="true" />}
      <span className={classes['text']}>
        <span className={bad ? 't-strong' : undefined}>{toast.message}</span>
        {toast.detail !== undefined && <span className={classes['detail']}>{toast.detail}</span>}
        {toast.quote !== undefined && toast.quote !== '' && <span className={classes['quote']}>{toast.quote}</span>}
      </span>
      {toast.undo && (
        <button type="button" className={classes['act']} onClick={act(toast.undo)}>
          {t('undo')}
          <Kbd keys="mod+z" />
        </button>
      )}
      {toast.action && (
        <button type="button" className={classes['act']} onClick={act(toast.action.run)}>
          {toast.action.label}
        </button>
      )}
      <button type="button" className={classes['close']} aria-label={t('close')} onClick={close}>
        <IconX aria-hidden="true" />
      </button>
      {toast.undo && duration !== null && (
        <span className={classes['time']} style={{ animationDuration: `${duration}ms` }} aria-hidden="true" />
      )}
    </div>
  );
};

/** The place of toasts; mounted once by the shell. Present before any toast, so that screen readers announce them. */
export const Toaster = () => {
  const shown = useSyncExternalStore(onToast, shownToast);
  const bad = shown?.kind === 'error';
  return (
    <div className={classes['region']}>
      <div role="status" aria-live="polite">
        {shown && !bad && <Message key={shown.id} toast={shown} />}
      </div>
      <div role="alert">{shown && bad && <Message key={shown.id} toast={shown} />}</div>
    </div>
  );
};
