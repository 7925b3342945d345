import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { showsLacking } from '../api/client.ts';
import { isApiError } from '../api/error.ts';
import { i18n } from './i18n.ts';

/** The catalogue key for an error code: dots would be read as nesting. */
export const codeKey = (code: string): string => `codes.${code.replaceAll('.', '_')}`;

/**
 * The text for a refusal whose code has none: what it comes to. The server's own sentence is English, so that it is shown
 * to who reads English alone; what is away or busy is the same in every sentence.
 */
export const textByStatus = (status: number, language: string): string | undefined => {
  if (status === 503) return 'kit:codes.unavailable';
  if (language.startsWith('en')) return undefined;
  if (status === 403) return 'kit:codes.forbidden';
  if (status === 404) return 'kit:codes.object_not_found';
  if (status === 409 || status === 412) return 'kit:codes.changed';
  return status >= 400 && status < 500 ? 'kit:codes.request_invalid' : 'kit:codes.unknown';
};

/**
 * One sentence for an error, in this language: from `codes` of the given namespace, then of the kit, then of what services
 * refuse, then by its status or what the server said, then a general one. Values in the error's details fill the sentence.
 */
export const useErrorText = (namespace = 'kit'): ((error: unknown) => string) => {
  const { i18n: current } = useTranslation();
  return useCallback(
    (error: unknown) => {
      const t = i18n.getFixedT(current.language);
      if (!isApiError(error)) return t('kit:codes.unknown');
      if (error.code === 'plan.feature' && showsLacking()) return t('kit:planLacks');
      const key = codeKey(error.code);
      for (const name of [namespace, 'kit', 'refusals'])
        if (i18n.exists(`${name}:${key}`)) return t(`${name}:${key}`, error.details);
      const general = textByStatus(error.status, current.language);
      if (general !== undefined) return t(general);
      return error.message !== '' && error.message !== error.code ? error.message : t('kit:codes.unknown');
    },
    [namespace, current.language],
  );
};
