import {
  Button,
  EmptyState,
  ErrorState,
  errorCode,
  isApiError,
  LinkButton,
  PasswordInput,
  TextInput,
  useErrorText,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { acceptInvitation, invitationQuery, sessionQuery, signInByCode, signOut } from '../session/session.resource.ts';
import { AuthFrame, Problem } from './auth-frame.tsx';
import classes from './auth.module.css';
import { isEmail, shortestPassword } from './checks.ts';
import { SecondStep } from './second-step-later.tsx';
import { Standalone } from './standalone.tsx';

/** What an invitation link opens: the way in, or why there is none. */
export const InvitationPage = () => {
  const t = useTexts('shell');
  const { token = '' } = useParams();
  const invitation = useQuery(invitationQuery(token));
  const session = useQuery(sessionQuery);
  const [asSelf, setAsSelf] = useState(false);
  usePageTitle(t('invitation.title'));

  if (invitation.isPending || session.isPending) return null;
  if (invitation.error) {
    const unknown = isApiError(invitation.error) && invitation.error.status >= 400 && invitation.error.status < 500;
    if (!unknown)
      return (
        <Standalone>
          <ErrorState screen error={invitation.error} onRetry={() => void invitation.refetch()} />
        </Standalone>
      );
    return <Closed title={t('invitation.unknown')} text={t('invitation.unknownText')} />;
  }
  const { state, organization, inviter, email } = invitation.data;
  if (state !== 'open')
    return <Closed title={t(`invitation.${state}`)} text={t(`invitation.${state}Text`, { inviter })} />;
  // Whom it is for joins with the account that they have, in another organization; anybody else leaves first.
  const own = session.data?.user.email.toLowerCase();
  const theirs = own !== undefined && (email === undefined ? asSelf : email.toLowerCase() === own);
  if (session.data && !theirs)
    return (
      <SignedInAsAnother
        name={session.data.user.name}
        organization={organization}
        {...(email === undefined && { onJoin: () => setAsSelf(true) })}
      />
    );
  return (
    <Accept
      token={token}
      organization={organization}
      inviter={inviter}
      email={email ?? session.data?.user.email ?? null}
      account={theirs}
      onClosed={() => void invitation.refetch()}
    />
  );
};

const Closed = ({ title, text }: { title: string; text: string }) => {
  const t = useTexts('shell');
  return (
    <Standalone>
      <EmptyState
        screen
        drawing="locked"
        title={title}
        actions={<LinkButton to="/login">{t('invitation.toLogin')}</LinkButton>}
      >
        {text}
      </EmptyState>
    </Standalone>
  );
};

const SignedInAsAnother = ({
  name,
  organization,
  onJoin,
}: {
  name: string;
  organization: string;
  /** They may join with the account that they have. */
  onJoin?: () => void;
}) => {
  const t = useTexts('shell');
  const leave = useMutation({ mutationFn: signOut });
  return (
    <Standalone>
      <EmptyState
        screen
        drawing="locked"
        title={t('invitation.another', { name })}
        actions={
          <>
            <LinkButton to="/home">{t('invitation.stay', { name })}</LinkButton>
            {onJoin !== undefined && <Button onClick={onJoin}>{t('organizations:joinWith', { name })}</Button>}
            <Button
              variant="primary"
              onClick={() => leave.mutate()}
              working={leave.isPending && t('invitation.leaving')}
            >
              {t('invitation.leave')}
            </Button>
          </>
        }
      >
        {t('invitation.anotherText', { organization })}
      </EmptyState>
    </Standalone>
  );
};

type AcceptProps = {
  readonly token: string;
  readonly organization: string;
  readonly inviter: string;
  readonly email: string | null;
  /** They are logged in, so that they have an account. */
  readonly account: boolean;
  readonly onClosed: () => void;
};

const Accept = ({ token, organization, inviter, email: fixed, account, onClosed }: AcceptProps) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [email, setEmail] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [known, setKnown] = useState(account);
  const [step, setStep] = useState<string | null>(null);
  const join = useMutation({
    mutationFn: () => acceptInvitation(token, { ...(!known && { name: name.trim() }), email: email.trim(), password }),
    onSuccess: (next) => {
      if (next !== null) setStep(next);
      // What was shown of another organization does not stay.
      else if (account) location.assign('/home');
      else void navigate('/home', { replace: true });
    },
    onError: (error) => {
      if (['invitation.used', 'invitation.expired', 'invitation.revoked'].includes(errorCode(error))) onClosed();
    },
  });
  const code = join.error ? errorCode(join.error) : '';
  const errors = {
    name: !known && name.trim() === '' ? t('setup.nameMissing') : undefined,
    email: isEmail(email) ? undefined : t(email.trim() === '' ? 'login.emailMissing' : 'login.emailInvalid'),
    password: known
      ? password === ''
        ? t('login.passwordMissing')
        : undefined
      : password.length >= shortestPassword
        ? undefined
        : t('setup.passwordShort', { count: shortestPassword }),
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!Object.values(errors).some(Boolean)) join.mutate();
  };
  if (step !== null)
    return (
      <AuthFrame organization={organization}>
        <SecondStep
          verifySession={step}
          enter={async (verifySession, given) => {
            await signInByCode(verifySession, given);
            location.assign('/home');
          }}
          onBack={() => setStep(null)}
        />
      </AuthFrame>
    );
  return (
    <AuthFrame organization={organization}>
      <form onSubmit={submit} noValidate>
        <h1 className="t-page-title">{t('invitation.join', { organization })}</h1>
        <p className={`t-secondary ${classes['intro']}`}>
          {t(known ? 'organizations:joinAs' : 'invitation.intro', { inviter })}
        </p>
        <Problem>{join.error && !code.startsWith('password.') ? errorText(join.error) : null}</Problem>
        <div className={classes['fields']}>
          {!known && (
            <TextInput
              label={t('setup.name')}
              size="touch"
              autoComplete="name"
              autoFocus
              value={name}
              onChange={setName}
              error={tried ? errors.name : undefined}
              maxLength={120}
            />
          )}
          <TextInput
            label={t('email')}
            size="touch"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            readOnly={fixed !== null}
            help={fixed === null ? undefined : t('invitation.fixedEmail')}
            error={tried ? errors.email : undefined}
          />
          <PasswordInput
            label={t('password')}
            size="touch"
            autoComplete={known ? 'current-password' : 'new-password'}
            value={password}
            onChange={setPassword}
            help={known ? undefined : t('setup.passwordHelp', { count: shortestPassword })}
            error={code.startsWith('password.') ? errorText(join.error) : tried ? errors.password : undefined}
          />
        </div>
        <div className={classes['actions']}>
          <Button type="submit" variant="primary" size="touch" working={join.isPending && t('invitation.joining')}>
            {t('invitation.action', { organization })}
          </Button>
          {!account && (
            <Button
              variant="quiet"
              size="touch"
              onClick={() => {
                join.reset();
                setTried(false);
                setKnown(!known);
              }}
            >
              {t(known ? 'organizations:noAccount' : 'organizations:haveAccount')}
            </Button>
          )}
        </div>
      </form>
    </AuthFrame>
  );
};
