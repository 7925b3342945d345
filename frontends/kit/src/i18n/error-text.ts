import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../api/error.ts';
import { i18n } from './i18n.ts';

/** The catalogue key for an error code: dots would be read as nesting. */
export const codeKey = (code: string): string => `codes.${code.replaceAll('.', '_')}`;

/**
 * One sentence for an error, in this language: from `codes` of the given namespace, then of the kit, then what the
 * server said, then a general one. Values in the error's details fill the sentence.
 */
export const useErrorText = (namespace = 'kit'): ((error: unknown) => string) => {
  const { i18n: current } = useTranslation();
  return useCallback(
    (error: unknown) => {
      const t = i18n.getFixedT(current.language);
      if (!isApiError(error)) return t('kit:codes.unknown');
      const key = codeKey(error.code);
      for (const name of [namespace, 'kit'])
        if (i18n.exists(`${name}:${key}`)) return t(`${name}:${key}`, error.details);
      return error.message !== '' && error.message !== error.code ? error.message : t('kit:codes.unknown');
    },
    [namespace, current.language],
  );
};
