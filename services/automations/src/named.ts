import { createHash } from 'node:crypto';

const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id made of words: the same words give the same id, in the form of all ids. */
export const idOf = (...words: readonly string[]): string => {
  const bytes = createHash('sha256').update(JSON.stringify(words)).digest();
  return Array.from({ length: 26 }, (_, i) => digits[i === 0 ? bytes[i]! & 7 : bytes[i]! & 31]).join('');
};

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
