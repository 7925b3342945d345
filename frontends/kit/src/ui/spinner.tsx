import classes from './spinner.module.css';
import { cx } from './cx.ts';

/** A ring that turns: something is at work here. Decorative; the words beside it say what. */
export const Spinner = ({ size = 14, className }: { size?: number; className?: string }) => (
  <svg
    className={cx(classes['ring'], className)}
    width={size}
    height={size}
    viewBox="0 0 16 16"
    aria-hidden="true"
    style={{ width: size, height: size }}
  >
    <circle
      cx="8"
      cy="8"
      r="6.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeDasharray="27 41"
    />
  </svg>
);
