import { useTexts } from '@tessera/kit';
import type { Entry, Language, OfLanguage } from './functions.resource.ts';

/** What languages are called: names, the same in every language of people. */
export const languageNames: Readonly<Record<Language, string>> = {
  javascript: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  dotNet: '.NET (C#)',
};

/** Those that are young yet. */
export const isBeta = (language: Language): boolean => language === 'php' || language === 'dotNet';

/** How calls ended and why a language is absent, in a few words. */
export const useFunctionWords = () => {
  const t = useTexts('administration');
  return {
    /** Of a call that failed. */
    code: (code: string | null): string =>
      t(`lowcode.code.${(code ?? '').replace(/^[a-z]+\./, '')}`, { defaultValue: t('lowcode.code.failed') }),
    absent: (absent: OfLanguage['absent']): string | undefined =>
      absent === null ? undefined : t(`lowcode.absent.${absent}`),
    /** Undefined while its last call was done. */
    trouble({ lastCall }: Pick<Entry, 'lastCall'>): string | undefined {
      if (lastCall?.state !== 'failed') return undefined;
      return lastCall.code === 'functions.failed' ? t('lowcode.called.failed') : this.code(lastCall.code);
    },
  };
};
