import { addTexts, hasRight, NoPermission, useRights, useTexts } from '@tessera/kit';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';

await addTexts('administration', 'sign-in', {
  en: () => import('./sign-in/texts/en.ts'),
  pt: () => import('./sign-in/texts/pt.ts'),
  es: () => import('./sign-in/texts/es.ts'),
});

/** `/settings/sign-in`: the providers by which people of the organization log in. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  if (!hasRight(rights, 'canManageProviders'))
    return <NoPermission title={t('providers.denied')}>{t('providers.deniedText')}</NoPermission>;
  return <SignInScreen />;
};
