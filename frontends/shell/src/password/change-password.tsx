import { api, Button, Dialog, errorCode, PasswordInput, toast, useErrorText, useSession, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem } from '../auth/auth-frame.tsx';
import classes from '../auth/auth.module.css';
import { shortestPassword } from '../auth/checks.ts';
import { strengthOf } from './strength.ts';

/** Another password for the one who is here; the sessions of other browsers end. */
export const ChangePassword = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const { user } = useSession();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [tried, setTried] = useState(false);
  const currentField = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: () => api.post('/auth/changePassword', { body: { password, current } }),
    onSuccess: () => {
      toast({ message: t('password:done'), duration: 5000 });
      onClose();
    },
    onError: (error) => {
      if (errorCode(error) !== 'password_mismatch') return;
      setCurrent('');
      currentField.current?.focus();
    },
  });
  const wrong = change.error !== null && errorCode(change.error) === 'password_mismatch';
  const strength = strengthOf(password);
  const differs = again !== password;
  const submit = (): void => {
    setTried(true);
    if (current !== '' && strength !== 'short' && !differs && !change.isPending) change.mutate();
  };
  return (
    <Dialog
      opened
      closable={!change.isPending}
      onClose={onClose}
      title={t('changePassword.title')}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={change.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={change.isPending && t('password:working')}>
            {t('changePassword.title')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('password:text')}</p>
      <Problem>{change.error && !wrong ? errorText(change.error) : null}</Problem>
      <div className={classes['fields']} style={{ marginTop: 16 }}>
        {/* For password managers: whose password this is. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          ref={currentField}
          label={t('password:current')}
          autoComplete="current-password"
          data-autofocus
          value={current}
          onChange={setCurrent}
          error={tried && current === '' ? t(wrong ? 'password:wrong' : 'login.passwordMissing') : undefined}
        />
        <PasswordInput
          label={t('password:new')}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          help={t(password === '' ? 'setup.passwordHelp' : `password:${strength}`, { count: shortestPassword })}
          error={tried && strength === 'short' ? t('password:short', { count: shortestPassword }) : undefined}
        />
        <PasswordInput
          label={t('password:again')}
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          error={tried && differs ? t('password:differs') : undefined}
        />
      </div>
    </Dialog>
  );
};
