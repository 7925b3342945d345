import { Button, PasswordInput, TextInput, useErrorText, usePageTitle, useTexts } from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { AuthFrame, Problem } from './auth-frame.tsx';
import classes from './auth.module.css';
import { isEmail } from './checks.ts';
import { publicOrganizationQuery, signIn } from '../session/session.resource.ts';

/** E-mail and password. The address stays as it was asked for: once in, that page is there. */
export const LoginPage = ({ expired = false }: { expired?: boolean }) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const { data: organization } = useQuery(publicOrganizationQuery);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const login = useMutation({
    mutationFn: () => signIn(email.trim(), password),
    onError: () => {
      setPassword('');
      passwordField.current?.focus();
    },
  });
  usePageTitle(t('login.action'));

  const emailError = tried && !isEmail(email) ? t(email.trim() === '' ? 'login.emailMissing' : 'login.emailInvalid') : undefined;
  const passwordError = tried && password === '' && !login.error ? t('login.passwordMissing') : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isEmail(email) && password !== '') login.mutate();
  };
  const name = organization?.name ?? '';

  return (
    <AuthFrame organization={name}>
      <form onSubmit={submit} noValidate>
        <h1 className="t-page-title">{name === '' ? t('login.title') : t('login.titleTo', { organization: name })}</h1>
        <p className={`t-secondary ${classes['intro']}`}>{t('login.intro')}</p>
        {expired && !login.error && <Problem notice>{t('kit:codes.invalid_token')}</Problem>}
        <Problem>{login.error ? errorText(login.error) : null}</Problem>
        <div className={classes['fields']}>
          <TextInput label={t('email')} size="touch" type="email" autoComplete="username" autoFocus value={email} onChange={setEmail} error={emailError} />
          <PasswordInput ref={passwordField} label={t('password')} size="touch" value={password} onChange={setPassword} error={passwordError} />
        </div>
        <div className={classes['actions']}>
          <Button type="submit" variant="primary" size="touch" working={login.isPending && t('login.working')}>{t('login.action')}</Button>
        </div>
      </form>
    </AuthFrame>
  );
};
