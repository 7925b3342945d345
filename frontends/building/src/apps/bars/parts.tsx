import { hueStyle, optionColors, Select, useTexts } from '@tessera/kit';
import classes from './bars.module.css';

const plain = '';

/** A colour of ours; with `optional`, also none. */
export const ColorSelect = ({
  label,
  value,
  optional = false,
  onChange,
}: {
  readonly label: string;
  readonly value: string | null | undefined;
  readonly optional?: boolean;
  readonly onChange: (color: string | null) => void;
}) => {
  const t = useTexts('building');
  return (
    <Select
      label={label}
      value={value ?? plain}
      options={[
        ...(optional ? [{ value: plain, label: t('apps.bars.plain') }] : []),
        ...optionColors.map((color) => ({
          value: color as string,
          label: t(`colors.${color}`),
          content: (
            <span className={classes['swatched']}>
              <span className={classes['swatch']} style={hueStyle(color)} aria-hidden="true" />
              {t(`colors.${color}`)}
            </span>
          ),
        })),
      ]}
      onChange={(color) => onChange(color === plain ? null : color)}
    />
  );
};

/** Shortcuts that are on or off, as chips. */
export const ShortcutChips = <Name extends string>({
  names,
  on,
  onChange,
}: {
  readonly names: readonly Name[];
  readonly on: { readonly [N in Name]?: boolean | undefined };
  readonly onChange: (on: { readonly [N in Name]?: boolean }) => void;
}) => {
  const t = useTexts('building');
  return (
    <div className={classes['chips']} role="group" aria-label={t('apps.bars.shortcuts')}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={classes['chip']}
          aria-pressed={on[name] === true}
          onClick={() => onChange({ ...on, [name]: on[name] !== true } as { readonly [N in Name]?: boolean })}
        >
          {t(`apps.bars.shortcut.${name as 'chat'}`)}
        </button>
      ))}
    </div>
  );
};
