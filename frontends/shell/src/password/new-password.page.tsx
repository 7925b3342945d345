import {
  Button,
  EmptyState,
  ErrorState,
  errorCode,
  LinkButton,
  PasswordInput,
  toast,
  useErrorText,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { AuthFrame, Problem } from '../auth/auth-frame.tsx';
import classes from '../auth/auth.module.css';
import { shortestPassword } from '../auth/checks.ts';
import { Standalone } from '../auth/standalone.tsx';
import { SecondStep } from '../auth/second-step-later.tsx';
import { changeByLink, publicOrganizationQuery, resetLinkQuery, signInByCode } from '../session/session.resource.ts';
import { strengthOf } from './strength.ts';

const isOver = (error: Error | null): boolean => error !== null && errorCode(error) === 'invalid_token';

/** What the link of a mail opens: another password, or that the link is over. */
export const NewPasswordPage = () => {
  const t = useTexts('shell');
  const { token = '' } = useParams();
  const link = useQuery(resetLinkQuery(token));
  const [over, setOver] = useState(false);
  usePageTitle(t('password:chosen.title'));
  if (over || isOver(link.error))
    return (
      <Standalone>
        <EmptyState
          screen
          drawing="locked"
          title={t('password:chosen.over')}
          actions={
            <LinkButton to="/password-reset" variant="primary">
              {t('password:chosen.again')}
            </LinkButton>
          }
        >
          {t('password:chosen.overText')}
        </EmptyState>
      </Standalone>
    );
  if (link.error)
    return (
      <Standalone>
        <ErrorState screen error={link.error} onRetry={() => void link.refetch()} />
      </Standalone>
    );
  if (link.isPending) return null;
  return <Choose token={token} email={link.data.email} onOver={() => setOver(true)} />;
};

type ChooseProps = { readonly token: string; readonly email: string; readonly onOver: () => void };

const Choose = ({ token, email, onOver }: ChooseProps) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const navigate = useNavigate();
  const { data: organization } = useQuery(publicOrganizationQuery);
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [tried, setTried] = useState(false);
  const [step, setStep] = useState<string | null>(null);
  const change = useMutation({
    mutationFn: () => changeByLink(token, password),
    onSuccess: (next) => {
      toast({ message: t('password:done'), duration: 5000 });
      if (next === null) void navigate('/home', { replace: true });
      else setStep(next);
    },
    onError: (error) => {
      if (isOver(error)) onOver();
    },
  });
  const strength = strengthOf(password);
  const refused = change.error && errorCode(change.error).startsWith('password.') ? errorText(change.error) : undefined;
  const short = tried && strength === 'short' ? t('password:short', { count: shortestPassword }) : undefined;
  const differs = again !== password;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (strength !== 'short' && !differs && !change.isPending) change.mutate();
  };
  if (step !== null)
    return (
      <AuthFrame organization={organization?.name ?? ''}>
        <SecondStep
          verifySession={step}
          enter={async (verifySession, code) => {
            await signInByCode(verifySession, code);
            void navigate('/home', { replace: true });
          }}
          onBack={() => void navigate('/login', { replace: true })}
        />
      </AuthFrame>
    );
  return (
    <AuthFrame organization={organization?.name ?? ''}>
      <form onSubmit={submit} noValidate>
        <h1 className="t-page-title">{t('password:chosen.title')}</h1>
        <p className={`t-secondary ${classes['intro']}`}>{t('password:chosen.intro', { email })}</p>
        <Problem>
          {change.error && refused === undefined && !isOver(change.error) ? errorText(change.error) : null}
        </Problem>
        <div className={classes['fields']}>
          {/* For password managers: whose password this is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t('password:new')}
            size="touch"
            autoComplete="new-password"
            autoFocus
            value={password}
            onChange={setPassword}
            help={t(password === '' ? 'setup.passwordHelp' : `password:${strength}`, { count: shortestPassword })}
            error={short ?? refused}
          />
          <PasswordInput
            label={t('password:again')}
            size="touch"
            autoComplete="new-password"
            value={again}
            onChange={setAgain}
            error={tried && differs ? t('password:differs') : undefined}
          />
        </div>
        <div className={classes['actions']}>
          <Button type="submit" variant="primary" size="touch" working={change.isPending && t('password:working')}>
            {t('password:chosen.action')}
          </Button>
        </div>
      </form>
    </AuthFrame>
  );
};
