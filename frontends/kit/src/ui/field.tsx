import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { IconAlertCircle, IconEye, IconEyeOff } from '../icons.ts';
import { useFormats, useTexts } from '../i18n/i18n.ts';
import { type IconType, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import classes from './field.module.css';
import { parseNumber } from '../i18n/number.ts';

export type ControlSize = 'toolbar' | 'standard' | 'touch';

export type FieldLabels = {
  readonly label: ReactNode;
  /** Keeps the label for screen readers only. */
  readonly labelHidden?: boolean;
  readonly help?: ReactNode;
  /** Takes the help's place and marks the control. */
  readonly error?: ReactNode;
};

type ControlProps = { readonly id: string; readonly describedBy: string | undefined; readonly invalid: boolean };

/** Label, control, then help or error. `children` draws the control with the ids that join them. */
export const FormField = ({
  label,
  labelHidden = false,
  help,
  error,
  id: given,
  className,
  children,
}: FieldLabels & { id?: string; className?: string; children: (control: ControlProps) => ReactNode }) => {
  const own = useId();
  const id = given ?? own;
  const invalid = error !== undefined && error !== null && error !== false && error !== '';
  const note = invalid ? error : help;
  const noteId = `${id}-note`;
  return (
    <div className={cx(classes['field'], className)}>
      <label htmlFor={id} className={labelHidden ? 't-hidden' : classes['label']}>
        {label}
      </label>
      {children({ id, describedBy: note ? noteId : undefined, invalid })}
      {note && (
        <span id={noteId} className={classes[invalid ? 'error' : 'help']}>
          {invalid && <IconAlertCircle aria-hidden="true" />}
          <span>{note}</span>
        </span>
      )}
    </div>
  );
};

type Shared = FieldLabels & {
  readonly size?: ControlSize;
  readonly icon?: IconType;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly className?: string;
};

export type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'onChange' | 'value' | 'prefix'> &
  Shared & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly ref?: Ref<HTMLInputElement>;
  };

const box = (
  size: ControlSize,
  invalid: boolean,
  off: boolean | undefined,
  ...more: (string | undefined | false)[]
): string =>
  cx(classes['input'], size !== 'standard' && classes[size], invalid && classes['bad'], off && classes['off'], ...more);

export const TextInput = ({
  label,
  labelHidden,
  help,
  error,
  size = 'standard',
  icon: Icon,
  before,
  after,
  className,
  id,
  value,
  onChange,
  ref,
  ...rest
}: TextInputProps) => (
  <FormField
    label={label}
    {...(labelHidden ? { labelHidden } : {})}
    help={help}
    error={error}
    {...(id ? { id } : {})}
    {...(className ? { className } : {})}
  >
    {(control) => (
      <label className={box(size, control.invalid, rest.disabled)}>
        {Icon && <Icon aria-hidden="true" />}
        {before !== undefined && <span className={classes['affix']}>{before}</span>}
        <input
          type="text"
          {...rest}
          ref={ref}
          id={control.id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={control.invalid || undefined}
          aria-describedby={control.describedBy}
        />
        {after}
      </label>
    )}
  </FormField>
);

/** A password with the way to see it. */
export const PasswordInput = ({ after, ...props }: Omit<TextInputProps, 'type'>) => {
  const [shown, setShown] = useState(false);
  const t = useTexts('kit');
  return (
    <TextInput
      autoComplete="current-password"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <>
          {after}
          <IconButton
            size="table"
            icon={shown ? IconEyeOff : IconEye}
            label={t(shown ? 'password.hide' : 'password.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </>
      }
    />
  );
};

export type TextareaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> &
  FieldLabels & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly className?: string;
    readonly ref?: Ref<HTMLTextAreaElement>;
  };

export const Textarea = ({
  label,
  labelHidden,
  help,
  error,
  className,
  id,
  value,
  onChange,
  ref,
  ...rest
}: TextareaProps) => (
  <FormField
    label={label}
    {...(labelHidden ? { labelHidden } : {})}
    help={help}
    error={error}
    {...(id ? { id } : {})}
    {...(className ? { className } : {})}
  >
    {(control) => (
      <label className={box('standard', control.invalid, rest.disabled, classes['area'])}>
        <textarea
          rows={3}
          {...rest}
          ref={ref}
          id={control.id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={control.invalid || undefined}
          aria-describedby={control.describedBy}
        />
      </label>
    )}
  </FormField>
);

export type NumberInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  readonly value: number | null;
  /** Called with the number, or null when empty, on leaving the field and on Enter. */
  readonly onChange: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
};

/** A number as this locale writes it. What is no number stays in the field, marked, and is not handed on. */
export const NumberInput = ({ value, onChange, min, max, error, onBlur, onKeyDown, ...rest }: NumberInputProps) => {
  const { locale } = useFormats();
  const t = useTexts('kit');
  const shown =
    value === null
      ? ''
      : new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false }).format(value);
  const [draft, setDraft] = useState<string | null>(null);
  const [bad, setBad] = useState(false);
  const commit = (): void => {
    if (draft === null) return;
    const parsed = draft.trim() === '' ? null : parseNumber(draft, locale);
    const outside =
      typeof parsed === 'number' && ((min !== undefined && parsed < min) || (max !== undefined && parsed > max));
    setBad(parsed === undefined || outside);
    if (parsed === undefined || outside) return;
    setDraft(null);
    onChange(parsed);
  };
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      value={draft ?? shown}
      error={error ?? (bad ? t('number.invalid') : undefined)}
      onChange={(next) => {
        setBad(false);
        setDraft(next);
      }}
      onBlur={(event) => {
        commit();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        onKeyDown?.(event);
      }}
    />
  );
};
