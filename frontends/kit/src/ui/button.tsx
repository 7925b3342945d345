import type { ButtonHTMLAttributes, ComponentType, MouseEvent, ReactNode, Ref, SVGProps } from 'react';
import { Link } from 'react-router';
import { ariaKeys, isMac } from '../shortcuts/keys.ts';
import classes from './button.module.css';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

export type IconType = ComponentType<SVGProps<SVGSVGElement>>;
export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'text';
/** 28, 32 and 40 px high. */
export type ButtonSize = 'toolbar' | 'standard' | 'touch';

type Look = {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconType;
  /** Marks a toolbar button whose choice is in force (`Filter 2`). */
  readonly on?: boolean;
  /** As wide as its place. */
  readonly block?: boolean;
};

type NativeProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>;

export type ButtonProps = NativeProps &
  Look & {
    readonly type?: 'button' | 'submit';
    /** While true the button keeps its width, shows a ring and this word ("Saving") and takes no press. */
    readonly working?: string | false | undefined;
    readonly ref?: Ref<HTMLButtonElement>;
    readonly children?: ReactNode;
  };

const look = ({ variant = 'default', size = 'standard', on, block }: Look): string =>
  cx(
    classes['button'],
    classes[variant],
    size !== 'standard' && classes[size],
    on && classes['on'],
    block && classes['block'],
  );

/** The one button. One primary on a screen; the label is a verb. */
export const Button = ({
  variant,
  size,
  icon: Icon,
  on,
  block,
  type = 'button',
  working,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) => {
  const busy = typeof working === 'string';
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(
        look({
          ...(variant ? { variant } : {}),
          ...(size ? { size } : {}),
          ...(on ? { on } : {}),
          ...(block ? { block } : {}),
        }),
        className,
      )}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
    >
      <span className={classes['rest']}>
        {Icon && <Icon aria-hidden="true" />}
        {children}
      </span>
      {busy && (
        <span className={classes['working']}>
          <Spinner />
          {working}
        </span>
      )}
    </button>
  );
};

/** A link that looks like a button, for going somewhere. */
export const LinkButton = ({
  to,
  variant,
  size,
  icon: Icon,
  block,
  children,
  className,
}: Look & { to: string; children: ReactNode; className?: string }) => (
  <Link
    to={to}
    className={cx(
      look({ ...(variant ? { variant } : {}), ...(size ? { size } : {}), ...(block ? { block } : {}) }),
      className,
    )}
  >
    {Icon && <Icon aria-hidden="true" />}
    {children}
  </Link>
);

export type IconButtonProps = NativeProps & {
  /** Its name, shown as the tooltip. */
  readonly label: string;
  readonly icon: IconType;
  /** 24, 28 and 40 px. */
  readonly size?: 'table' | 'standard' | 'touch';
  readonly on?: boolean;
  readonly keys?: string;
  readonly tooltip?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
};

export const IconButton = ({
  label,
  icon: Icon,
  size = 'standard',
  on,
  keys,
  tooltip = true,
  className,
  ...rest
}: IconButtonProps) => {
  const button = (
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-keyshortcuts={keys === undefined ? undefined : ariaKeys(keys, isMac())}
      className={cx(
        classes['icon'],
        size === 'table' && classes['iconTable'],
        size === 'touch' && classes['iconTouch'],
        on && classes['iconOn'],
        className,
      )}
    >
      <Icon aria-hidden="true" />
    </button>
  );
  return tooltip ? (
    <Tooltip label={label} {...(keys ? { keys } : {})}>
      {button}
    </Tooltip>
  ) : (
    button
  );
};
