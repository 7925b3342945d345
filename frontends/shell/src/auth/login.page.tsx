import { Button, LinkButton, PasswordInput, TextInput, usePageTitle, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuthFrame, Problem } from './auth-frame.tsx';
import { isEmail } from './checks.ts';
import classes from './auth.module.css';
import { SecondStep } from './second-step-later.tsx';
import { publicOrganizationQuery, signIn, signInByCode } from '../session/session.resource.ts';
import { useLogin } from './use-login.ts';

const Which = lazy(async () => (await import('../organizations/which-later.ts')).load());
const ProviderButtons = lazy(async () => (await import('./provider-buttons.ts')).load());

/** E-mail and password. The address stays as it was asked for: once in, that page is there. */
export const LoginPage = () => {
  const t = useTexts('shell');
  const { data: organization } = useQuery(publicOrganizationQuery);
  const [step, setStep] = useState<string | null>(null);
  const [search] = useSearchParams();
  const login = useLogin(async (email, password) => setStep(await signIn(email, password)));
  usePageTitle(t('login.action'));
  const name = organization?.name ?? '';

  if (step !== null)
    return (
      <AuthFrame organization={name}>
        <SecondStep verifySession={step} enter={signInByCode} onBack={() => setStep(null)} />
      </AuthFrame>
    );
  if (search.has('which'))
    return (
      <AuthFrame organization="">
        <Suspense>
          <Which />
        </Suspense>
      </AuthFrame>
    );
  return (
    <AuthFrame organization={name}>
      <form onSubmit={login.submit} noValidate>
        <h1 className="t-page-title">{name === '' ? t('login.title') : t('login.titleTo', { organization: name })}</h1>
        <p className={`t-secondary ${classes['intro']}`}>{t('login.intro')}</p>
        <Problem>{login.problem}</Problem>
        {organization && organization.providers.length > 0 && (
          <Suspense>
            <ProviderButtons providers={organization.providers} onStep={setStep} />
          </Suspense>
        )}
        <div className={classes['fields']}>
          <TextInput
            label={t('email')}
            size="touch"
            type="email"
            autoComplete="username"
            autoFocus
            value={login.email}
            onChange={login.setEmail}
            error={login.emailError}
          />
          <PasswordInput
            ref={login.passwordField}
            label={t('password')}
            size="touch"
            value={login.password}
            onChange={login.setPassword}
            error={login.passwordError}
          />
        </div>
        <div className={classes['actions']}>
          <Button type="submit" variant="primary" size="touch" working={login.working}>
            {t('login.action')}
          </Button>
          <LinkButton
            to={
              isEmail(login.email)
                ? `/password-reset?email=${encodeURIComponent(login.email.trim())}`
                : '/password-reset'
            }
            variant="quiet"
            size="touch"
          >
            {t('login.forgotten')}
          </LinkButton>
          <LinkButton to="/login?which" variant="quiet" size="touch">
            {t('login.which')}
          </LinkButton>
        </div>
      </form>
    </AuthFrame>
  );
};
