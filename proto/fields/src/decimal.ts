import { fitsScale, roundDecimal } from '@tessera/kernel/decimal';
import { FieldError } from './type.ts';

/** Rounds to `scale` and checks the range. Throws `number.too_large`. */
export const keepDecimal = (decimal: string, scale: number): string => {
  if (!fitsScale(decimal, scale))
    throw new FieldError('number.too_large', `This number is too large for ${scale} decimal places`, { scale });
  return roundDecimal(decimal, scale);
};
