import { conflict } from '../refusals.ts';

const deepest = 100;

/** Texts with every secret in them hidden that the code was told. Throws where a value nests without an end. */
export const hiding = (told: ReadonlySet<string>) => {
  // The longest first: a secret that another one begins with would leave the rest of that one in sight.
  const secrets = [...told].sort((a, b) => b.length - a.length);
  /** Cut after hiding, so that no cut leaves the head of a secret. */
  const text = (given: string, most = Infinity): string =>
    secrets.reduce((left, secret) => left.replaceAll(secret, '•••'), given).slice(0, most);
  const value = (given: unknown, depth = 0): unknown => {
    if (depth > deepest) throw conflict('functions.output_too_deep');
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map((one) => value(one, depth + 1));
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, one]) => [text(name), value(one, depth + 1)]));
  };
  return { text, value };
};
