/** Text as it is compared in searches: lower case, without accents. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{Diacritic}/gu, '').toLowerCase();
