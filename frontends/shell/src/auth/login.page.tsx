import { Button, PasswordInput, TextInput, usePageTitle, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { AuthFrame, Problem } from './auth-frame.tsx';
import classes from './auth.module.css';
import { publicOrganizationQuery, signIn } from '../session/session.resource.ts';
import { useLogin } from './use-login.ts';

/** E-mail and password. The address stays as it was asked for: once in, that page is there. */
export const LoginPage = () => {
  const t = useTexts('shell');
  const { data: organization } = useQuery(publicOrganizationQuery);
  const login = useLogin(signIn);
  usePageTitle(t('login.action'));
  const name = organization?.name ?? '';

  return (
    <AuthFrame organization={name}>
      <form onSubmit={login.submit} noValidate>
        <h1 className="t-page-title">{name === '' ? t('login.title') : t('login.titleTo', { organization: name })}</h1>
        <p className={`t-secondary ${classes['intro']}`}>{t('login.intro')}</p>
        <Problem>{login.problem}</Problem>
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
        </div>
      </form>
    </AuthFrame>
  );
};
