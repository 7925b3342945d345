import { useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { isEmail } from './checks.ts';

export type Login = {
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly passwordField: Ref<HTMLInputElement>;
  readonly emailError: string | undefined;
  readonly passwordError: string | undefined;
  /** Why the server refused, as a sentence; null when it did not. */
  readonly problem: string | null;
  readonly working: string | false;
  readonly submit: (event?: FormEvent) => void;
};

/** The fields of a login and what is wrong with them. */
export const useLogin = (enter: (email: string, password: string) => Promise<unknown>, given = ''): Login => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const [email, setEmail] = useState(given);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const login = useMutation({
    mutationFn: () => enter(email.trim(), password),
    onError: () => {
      setPassword('');
      passwordField.current?.focus();
    },
  });
  return {
    email,
    setEmail,
    password,
    setPassword,
    passwordField,
    emailError:
      tried && !isEmail(email) ? t(email.trim() === '' ? 'login.emailMissing' : 'login.emailInvalid') : undefined,
    passwordError: tried && password === '' && !login.error ? t('login.passwordMissing') : undefined,
    problem: login.error ? errorText(login.error) : null,
    working: login.isPending && t('login.working'),
    submit: (event) => {
      event?.preventDefault();
      setTried(true);
      if (isEmail(email) && password !== '') login.mutate();
    },
  };
};
