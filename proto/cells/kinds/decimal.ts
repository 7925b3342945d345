import { fitsScale, placesOf } from '@tessera/kernel/decimal';
import { asItIs } from './kind.ts';

const canonical = /^-?(?:0|[1-9]\d{0,18})(?:\.\d{0,14}[1-9])?$/;

export const decimal = asItIs('decimal', 'decimal', (values, { scale }) => {
  for (let i = 0; i < values.length; i++) {
    const one = values[i] as string;
    if (!canonical.test(one) || one === '-0') return { reason: 'a decimal is not canonical' };
    if (placesOf(one) > scale || !fitsScale(one, scale)) return { reason: 'a decimal has too many places' };
  }
  return undefined;
});
