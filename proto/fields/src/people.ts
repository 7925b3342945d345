const erased: Readonly<Record<string, string>> = {
  en: 'Erased person',
  pt: 'Pessoa apagada',
  es: 'Persona borrada',
};

/** What stands in the place of a name that was erased, in the language of a locale; English where it is not known. */
export const erasedPerson = (locale: string): string => erased[locale.slice(0, 2).toLowerCase()] ?? erased['en']!;
