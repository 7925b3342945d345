const separators = new Map<string, { decimal: string; group: string }>();

const separatorsOf = (locale: string): { decimal: string; group: string } => {
  const known = separators.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const found = { decimal: of('decimal') || '.', group: of('group') };
  separators.set(locale, found);
  return found;
};

/** A number typed in a locale's notation (`1.234,5` in Portuguese), spaces allowed; undefined when it is none. */
export const parseNumber = (text: string, locale: string): number | undefined => {
  const { decimal, group } = separatorsOf(locale);
  const plain = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replaceAll(group.trim() === '' ? '\u0000' : group, '')
    .replace(decimal, '.')
    .replace(/^[−–]/, '-');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
};
