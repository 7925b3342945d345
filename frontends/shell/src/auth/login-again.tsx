import { Button, Dialog, PasswordInput, TextInput, useTexts, useWaiting } from '@tessera/kit';
import { useState } from 'react';
import { signInAgain, signInAgainByCode } from '../session/session.resource.ts';
import { Problem } from './auth-frame.tsx';
import classes from './auth.module.css';
import { SecondStep } from './second-step-later.tsx';
import { useLogin } from './use-login.ts';

export type LoginAgainProps = {
  readonly email: string;
  readonly onBack: () => void;
  readonly onLeave: () => void;
};

/**
 * The session ended under an open page: the page stays as it is, with what was typed, until the person is back or
 * leaves it.
 */
export const LoginAgain = ({ email, onBack, onLeave }: LoginAgainProps) => {
  const t = useTexts('shell');
  const { count } = useWaiting();
  const [step, setStep] = useState<string | null>(null);
  const login = useLogin(async (who, password) => {
    const next = await signInAgain(who, password);
    setStep(next);
    if (next === null) onBack();
  }, email);
  const byCode = async (verifySession: string, code: string): Promise<void> => {
    await signInAgainByCode(verifySession, code);
    onBack();
  };
  if (step !== null)
    return (
      <Dialog opened closable={false} onClose={onLeave} title={t('again.title')}>
        <SecondStep verifySession={step} enter={byCode} onBack={() => setStep(null)} />
      </Dialog>
    );
  return (
    <Dialog
      opened
      closable={false}
      onClose={onLeave}
      title={t('again.title')}
      onSubmit={login.submit}
      footer={
        <>
          <Button onClick={onLeave}>{t('again.other')}</Button>
          <Button type="submit" variant="primary" working={login.working}>
            {t('login.action')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">
        {t('kit:codes.invalid_token')}
        {count > 0 ? ` ${t('again.kept', { count })}` : ''}
      </p>
      <Problem>{login.problem}</Problem>
      <div className={classes['fields']} style={{ marginTop: 16 }}>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          value={login.email}
          onChange={login.setEmail}
          readOnly
          error={login.emailError}
        />
        <PasswordInput
          ref={login.passwordField}
          label={t('password')}
          autoComplete="current-password"
          data-autofocus
          value={login.password}
          onChange={login.setPassword}
          error={login.passwordError}
        />
      </div>
    </Dialog>
  );
};
