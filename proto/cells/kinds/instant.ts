import { asItIs } from './kind.ts';

const latest = 8.64e15;

export const instant = asItIs('instant', 'instant', (values) =>
  values.some((time) => !Number.isSafeInteger(time) || Math.abs(time as number) > latest)
    ? { reason: 'a moment is out of range' }
    : undefined,
);
