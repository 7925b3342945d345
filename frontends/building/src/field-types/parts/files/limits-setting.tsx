import { NumberInput } from '@tessera/kit';
import type { SettingProps } from '../../view.ts';

/** How many files a value has at most, and how large each. */
export const FileLimitsSetting = ({ props, onChange, labels }: SettingProps) => (
  <>
    {(
      [
        ['maximum_files', 'mostFiles', 100],
        ['maximum_mb', 'mostSize', 100_000],
      ] as const
    ).map(([name, label, most]) => (
      <NumberInput
        key={name}
        label={labels[label] ?? ''}
        placeholder={labels['noLimit'] ?? ''}
        value={typeof props[name] === 'number' ? props[name] : null}
        min={1}
        max={most}
        onChange={(value) => onChange({ [name]: value ?? undefined })}
      />
    ))}
  </>
);
