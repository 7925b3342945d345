import { api, Button, LinkButton, TextInput, useErrorText, usePageTitle, useTexts } from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuthFrame, Problem } from '../auth/auth-frame.tsx';
import classes from '../auth/auth.module.css';
import { isEmail } from '../auth/checks.ts';
import { publicOrganizationQuery } from '../session/session.resource.ts';

/** A password was forgotten: a link goes to the address. What it says does not tell whether there is such an account. */
export const PasswordResetPage = () => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const [search] = useSearchParams();
  const { data: organization } = useQuery(publicOrganizationQuery);
  const [email, setEmail] = useState(search.get('email') ?? '');
  const [tried, setTried] = useState(false);
  const sent = useRef<HTMLHeadingElement>(null);
  const ask = useMutation({
    mutationFn: (address: string) => api.post('/auth/reset-password', { body: { email: address } }),
  });
  usePageTitle(t('password:reset.title'));
  useEffect(() => {
    if (ask.isSuccess) sent.current?.focus();
  }, [ask.isSuccess]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isEmail(email) && !ask.isPending) ask.mutate(email.trim());
  };
  const toLogin = (
    <LinkButton to="/login" size="touch">
      {t('password:reset.toLogin')}
    </LinkButton>
  );

  return (
    <AuthFrame organization={organization?.name ?? ''}>
      {ask.isSuccess ? (
        <>
          <h1 ref={sent} tabIndex={-1} className="t-page-title">
            {t('password:reset.sent')}
          </h1>
          <p className={`t-secondary ${classes['intro']}`}>{t('password:reset.sentText', { email: ask.variables })}</p>
          <p className="t-secondary">{t('password:reset.nothing')}</p>
          <div className={classes['actions']}>
            {toLogin}
            <Button variant="quiet" size="touch" onClick={() => ask.reset()}>
              {t('password:reset.other')}
            </Button>
          </div>
        </>
      ) : (
        <form onSubmit={submit} noValidate>
          <h1 className="t-page-title">{t('password:reset.title')}</h1>
          <p className={`t-secondary ${classes['intro']}`}>{t('password:reset.intro')}</p>
          <Problem>{ask.error ? errorText(ask.error) : null}</Problem>
          <div className={classes['fields']}>
            <TextInput
              label={t('email')}
              size="touch"
              type="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={setEmail}
              error={
                tried && !isEmail(email)
                  ? t(email.trim() === '' ? 'login.emailMissing' : 'login.emailInvalid')
                  : undefined
              }
            />
          </div>
          <div className={classes['actions']}>
            <Button type="submit" variant="primary" size="touch" working={ask.isPending && t('password:reset.working')}>
              {t('password:reset.action')}
            </Button>
            {toLogin}
          </div>
        </form>
      )}
    </AuthFrame>
  );
};
