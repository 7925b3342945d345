/** True for what the server takes as an address; it decides again. */
export const isEmail = (text: string): boolean =>
  /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@.<>"(),;:\\[\]]+$/.test(text.trim());

/** The shortest password, as the server has it. */
export const shortestPassword = 6;

const byRegion: Readonly<Record<string, string>> = {
  BR: 'R$',
  US: '$',
  GB: '£',
  PT: '€',
  ES: '€',
  DE: '€',
  FR: '€',
  IT: '€',
  IE: '€',
  NL: '€',
  MX: '$',
  AR: '$',
  CL: '$',
  CO: '$',
  PE: 'S/',
  UY: '$U',
  JP: '¥',
  IN: '₹',
  CH: 'CHF',
  CA: '$',
  AU: '$',
};

/** The currency sign that the browser's region uses, `$` when it has none that we know. */
export const currencyFor = (tags: readonly string[]): string => {
  for (const tag of tags) {
    const region = new Intl.Locale(tag).maximize().region;
    const sign = region === undefined ? undefined : byRegion[region];
    if (sign !== undefined) return sign;
  }
  return '$';
};
