import { createInstance } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language, Messages } from '../manifest.ts';
import { createFormats, languageFor, type LocaleFormats, localeFor } from './format.ts';

type Catalogue = () => Promise<{ readonly messages: Messages }>;
export type Catalogues = Readonly<Record<Language, Catalogue>>;

/** The translations of the page; one instance, shared by every front end. */
export const i18n = createInstance();

const key = 'tessera:language';
/** By namespace, and by namespace and name for texts that come later. */
const catalogues = new Map<string, Catalogues>();
const loaded = new Set<string>();
let organizationTimezone = '';
const zoneListeners = new Set<() => void>();

const stored = (): Language | null => {
  try {
    const value = localStorage.getItem(key);
    return value === 'en' || value === 'pt' || value === 'es' ? value : null;
  } catch {
    return null;
  }
};

// Portuguese and Spanish have a third plural for exact millions; a catalogue that does not write it means the general
// one.
const withMany = (messages: Messages): Messages => {
  const out: Record<string, string | Messages> = {};
  for (const [name, value] of Object.entries(messages)) {
    out[name] = typeof value === 'string' ? value : withMany(value);
    if (name.endsWith('_other')) {
      const many = `${name.slice(0, -'_other'.length)}_many`;
      if (!(many in messages) && typeof value === 'string') out[many] = value;
    }
  }
  return out;
};

const load = async (name: string, language: Language): Promise<void> => {
  const once = `${language} ${name}`;
  if (loaded.has(once)) return;
  const catalogue = catalogues.get(name)?.[language];
  if (!catalogue) return;
  const { messages } = await catalogue();
  const [namespace = name] = name.split('/');
  i18n.addResourceBundle(language, namespace, withMany(messages), true, true);
  loaded.add(once);
};

/**
 * Starts the translations in the chosen language, else the browser's. Awaited before the first render, so no key is
 * ever shown.
 */
export const startI18n = async (first: Readonly<Record<string, Catalogues>>): Promise<void> => {
  for (const [namespace, entry] of Object.entries(first)) catalogues.set(namespace, entry);
  const language = stored() ?? languageFor(navigator.languages);
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(first),
    defaultNS: 'kit',
    partialBundledLanguages: true,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
    ...(tesseraDevelopment
      ? {
          saveMissing: true,
          missingKeyHandler: (_languages: readonly string[], namespace: string, name: string) =>
            reportError(new Error(`No text for ${namespace}:${name}`)),
        }
      : {}),
  });
  await Promise.all([...catalogues.keys()].map((namespace) => load(namespace, language)));
  document.documentElement.lang = language;
};

/** Adds a remote's texts under its name as namespace; awaited before its pages are shown. */
export const addCatalogues = async (namespace: string, entry: Catalogues): Promise<void> => {
  catalogues.set(namespace, entry);
  await load(namespace, currentLanguage());
};

/** Adds texts to a namespace when a screen needs them, so that the first page does without; awaited before it is shown. */
export const addTexts = (namespace: string, name: string, entry: Catalogues): Promise<void> =>
  addCatalogues(`${namespace}/${name}`, entry);

export const currentLanguage = (): Language => languageFor([i18n.language ?? 'en']);

/** True when the person chose a language in this browser; otherwise the organization's applies after sign-in. */
export const languageChosen = (): boolean => stored() !== null;

/** Changes the language of the whole product at once; `remember` keeps it in this browser. */
export const setLanguage = async (language: Language, remember = true): Promise<void> => {
  await Promise.all([...catalogues.keys()].map((namespace) => load(namespace, language)));
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  if (!remember) return;
  try {
    localStorage.setItem(key, language);
  } catch {
    // Storage may be blocked: the choice then lasts as long as the page.
  }
};

/** The organization's zone, from the session; empty means the browser's. */
export const setTimezone = (timezone: string): void => {
  organizationTimezone = timezone;
  for (const listener of zoneListeners) listener();
};

export const useLanguage = (): Language => {
  const { i18n: current } = useTranslation();
  return languageFor([current.language ?? 'en']);
};

const onZone = (listener: () => void): (() => void) => {
  zoneListeners.add(listener);
  return () => zoneListeners.delete(listener);
};

/** Formatters of the current language and zone. */
export const useFormats = (): LocaleFormats => {
  const language = useLanguage();
  const zone = useSyncExternalStore(onZone, () => organizationTimezone);
  return useMemo(
    () =>
      createFormats(localeFor(language, navigator.languages), zone || Intl.DateTimeFormat().resolvedOptions().timeZone),
    [language, zone],
  );
};

/** Texts of one namespace: `const t = useTexts('shell'); t('home.title')`. */
export const useTexts = (namespace: string) => useTranslation(namespace).t;
