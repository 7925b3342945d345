import { asItIs } from './kind.ts';

/** The largest cell in bytes of UTF-8 (docs/events.md 2). */
export const maxCell = 100_000;

export const text = asItIs('text', 'text', (values) => {
  for (let i = 0; i < values.length; i++) {
    const one = values[i] as string;
    if (one.length === 0) return { reason: 'an empty text is an empty cell' };
    if (one.length * 3 > maxCell && Buffer.byteLength(one) > maxCell) return { tooLarge: true };
  }
  return undefined;
});
