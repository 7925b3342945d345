import { isMac, showKeys } from '../shortcuts/keys.ts';
import { cx } from './cx.ts';
import classes from './kbd.module.css';

/** A combination as the keyboard of this machine names it. `cap` draws it as a key. */
export const Kbd = ({ keys, cap = false, className }: { keys: string; cap?: boolean; className?: string }) => (
  <kbd className={cx(classes['kbd'], cap && classes['cap'], className)} aria-hidden="true">
    {showKeys(keys, isMac())}
  </kbd>
);
