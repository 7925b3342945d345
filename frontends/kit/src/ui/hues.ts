import type { CSSProperties } from 'react';
import type { OptionColor } from '../api/types.ts';

/** The twelve option hues around the circle, then neutral. */
export const optionColors: readonly OptionColor[] = [
  'rose',
  'orange',
  'amber',
  'olive',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'pink',
  'neutral',
];

/** The order in which new options take them, as the contract of field types has it: neighbours differ clearly. */
const walk: readonly OptionColor[] = [
  'blue',
  'amber',
  'teal',
  'rose',
  'lime',
  'violet',
  'orange',
  'indigo',
  'olive',
  'cyan',
  'pink',
  'green',
];

/** The hue of the nth new option, so that neighbours in the list differ clearly. */
export const optionColor = (index: number): OptionColor => walk[index % walk.length] ?? 'blue';

const known = (color: string | null | undefined): OptionColor =>
  optionColors.find((name) => name === color) ?? 'neutral';

/** A hue that belongs to an id for good: the same person and the same table look the same everywhere. */
export const hueOf = (id: string): OptionColor => {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return optionColors[sum % 12] ?? 'blue';
};

/** Custom properties that a chip, tile or avatar of this hue reads. Unknown names are neutral. */
export const hueStyle = (color: string | null | undefined): CSSProperties => {
  const name = known(color);
  return {
    '--chip-tint': `var(--option-${name}-tint)`,
    '--chip-text': `var(--option-${name}-text)`,
    '--chip-solid': `var(--option-${name}-solid)`,
  } as CSSProperties;
};
