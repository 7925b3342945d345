import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconCheck, IconMinus } from '../icons.ts';
import type { IconType } from './button.tsx';
import classes from './choice.module.css';
import { cx } from './cx.ts';

type ToggleProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly className?: string;
} & (
  { readonly label: ReactNode; readonly ariaLabel?: never } | { readonly label?: never; readonly ariaLabel: string }
);

/** A checkbox of 16 px; `mixed` when some of what it stands for is on. */
export const Check = ({
  checked,
  mixed = false,
  onChange,
  disabled,
  label,
  ariaLabel,
  className,
}: ToggleProps & { mixed?: boolean }) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={cx(classes['row'], className)} data-off={disabled || undefined}>
      <span className={classes['control']}>
        <input
          ref={input}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-label={ariaLabel}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={classes['box']}>
          {mixed ? <IconMinus aria-hidden="true" /> : <IconCheck aria-hidden="true" />}
        </span>
      </span>
      {label !== undefined && <span>{label}</span>}
    </label>
  );
};

/** Something that is on or off at once, without a save. */
export const Switch = ({ checked, onChange, disabled, label, ariaLabel, className }: ToggleProps) => (
  <label className={cx(classes['row'], className)} data-off={disabled || undefined}>
    <span className={classes['control']}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-label={ariaLabel}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={classes['switch']} />
    </span>
    {label !== undefined && <span>{label}</span>}
  </label>
);

export type Choice<T extends string> = {
  readonly value: T;
  readonly label: ReactNode;
  readonly icon?: IconType;
  readonly detail?: ReactNode;
  readonly disabled?: boolean;
};

type ChoicesProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly Choice<T>[];
};

/** Two to four exclusive choices side by side. */
export const Segmented = <T extends string>({ label, value, onChange, options }: ChoicesProps<T>) => {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes['segmented']}>
      {options.map(({ value: own, label: text, icon: Icon, disabled }) => (
        <label key={own} className={classes['segment']}>
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            disabled={disabled}
            onChange={() => onChange(own)}
          />
          {Icon && <Icon aria-hidden="true" />}
          {text}
        </label>
      ))}
    </div>
  );
};

/** Exclusive choices below each other. */
export const Radios = <T extends string>({ label, value, onChange, options }: ChoicesProps<T>) => {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} style={{ display: 'grid', gap: 'var(--space-3)' }}>
      {options.map(({ value: own, label: text, disabled }) => (
        <label key={own} className={classes['row']} data-off={disabled || undefined}>
          <span className={classes['control']}>
            <input
              type="radio"
              name={name}
              value={own}
              checked={own === value}
              disabled={disabled}
              onChange={() => onChange(own)}
            />
            <span className={classes['radio']} />
          </span>
          <span>{text}</span>
        </label>
      ))}
    </div>
  );
};

/** Exclusive choices with a sentence each, in one frame. */
export const RadioCards = <T extends string>({ label, value, onChange, options }: ChoicesProps<T>) => {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes['cards']}>
      {options.map(({ value: own, label: text, detail, disabled }) => (
        <label key={own} className={classes['card']}>
          <span className={classes['control']}>
            <input
              type="radio"
              name={name}
              value={own}
              checked={own === value}
              disabled={disabled}
              onChange={() => onChange(own)}
            />
            <span className={classes['radio']} />
          </span>
          <span>
            <span className="t-medium" style={{ display: 'block' }}>
              {text}
            </span>
            {detail !== undefined && <span className="t-caption">{detail}</span>}
          </span>
        </label>
      ))}
    </div>
  );
};
