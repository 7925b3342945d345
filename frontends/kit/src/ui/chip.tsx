import type { ReactNode } from 'react';
import { IconX } from '../icons.ts';
import { useTexts } from '../i18n/i18n.ts';
import type { IconType } from './button.tsx';
import classes from './chip.module.css';
import { cx } from './cx.ts';
import { hueStyle } from './hues.ts';

export type ChipProps = {
  readonly children: ReactNode;
  /** One of the option hues; anything else is neutral. */
  readonly color?: string | null;
  readonly look?: 'option' | 'more' | 'outlined' | 'draft' | 'success' | 'warning' | 'danger';
  readonly small?: boolean;
  readonly icon?: IconType;
  readonly onRemove?: () => void;
  /** What Remove is called for screen readers. */
  readonly removeLabel?: string;
};

/** A user's option, a count, a state. Never wraps; ends in an ellipsis. */
export const Chip = ({
  children,
  color,
  look = 'option',
  small = false,
  icon: Icon,
  onRemove,
  removeLabel,
}: ChipProps) => {
  const t = useTexts('kit');
  return (
    <span
      className={cx(classes['chip'], small && classes['small'], look !== 'option' && classes[look])}
      style={look === 'option' ? hueStyle(color) : undefined}
    >
      {Icon && <Icon aria-hidden="true" />}
      <span className="t-cut">{children}</span>
      {onRemove && (
        <button type="button" className={classes['remove']} aria-label={removeLabel ?? t('remove')} onClick={onRemove}>
          <IconX aria-hidden="true" />
        </button>
      )}
    </span>
  );
};

/** The coloured tile with an icon that stands for a table or app. 20 or 32 px. */
export const Tile = ({
  icon: Icon,
  color,
  large = false,
}: {
  icon: IconType;
  color: string | null | undefined;
  large?: boolean;
}) => (
  <span className={cx(classes['tile'], large && classes['tileLarge'])} style={hueStyle(color)} aria-hidden="true">
    <Icon />
  </span>
);

/** Unread counter, capped at 99+. */
export const Badge = ({ count }: { count: number }) =>
  count > 0 ? <span className={classes['badge']}>{count > 99 ? '99+' : count}</span> : null;
