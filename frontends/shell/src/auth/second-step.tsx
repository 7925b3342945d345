import { Button, TextInput, errorCode, useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Problem } from './auth-frame.tsx';
import classes from './auth.module.css';

export type SecondStepProps = {
  readonly verifySession: string;
  /** Lets in by a code; throws where it is not right. */
  readonly enter: (verifySession: string, code: string) => Promise<void>;
  readonly onBack: () => void;
};

/** The second step of a login: a code of an app, sent by itself at its sixth digit, or a recovery code. */
export const SecondStep = ({ verifySession, enter, onBack }: SecondStepProps) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const verify = useMutation({
    mutationFn: (given: string) => enter(verifySession, given.trim()),
    onError: () => {
      setCode('');
      field.current?.focus();
    },
  });
  const isWrong = verify.error !== null && errorCode(verify.error) === 'second_factor.code';
  const change = (given: string): void => {
    setCode(given);
    setTried(false);
    if (!recovery && /^\d{6}$/.test(given.trim()) && !verify.isPending) verify.mutate(given);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (code.trim() !== '' && !verify.isPending) verify.mutate(code);
  };
  const missing = tried && code.trim() === '' ? t('security:codeMissing') : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <h1 className="t-page-title">{t('security:stepTitle')}</h1>
      <p className={`t-secondary ${classes['intro']}`}>{t(recovery ? 'security:stepRecovery' : 'security:stepText')}</p>
      <Problem>{verify.error && !isWrong ? errorText(verify.error) : null}</Problem>
      <div className={classes['fields']}>
        <TextInput
          key={String(recovery)}
          ref={field}
          label={t(recovery ? 'security:recoveryCode' : 'security:code')}
          size="touch"
          autoFocus
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          maxLength={40}
          value={code}
          onChange={change}
          error={isWrong && code === '' ? errorText(verify.error) : missing}
        />
      </div>
      <div className={classes['actions']}>
        <Button type="submit" variant="primary" size="touch" working={verify.isPending && t('login.working')}>
          {t('login.action')}
        </Button>
        <Button
          variant="quiet"
          size="touch"
          onClick={() => {
            setCode('');
            setRecovery(!recovery);
          }}
        >
          {t(recovery ? 'security:useApp' : 'security:useRecovery')}
        </Button>
        <Button variant="quiet" size="touch" onClick={onBack}>
          {t('security:toLogin')}
        </Button>
      </div>
    </form>
  );
};
