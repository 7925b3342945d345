import { api, Button, LinkButton, TextInput, useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../auth/auth-frame.tsx';
import classes from '../auth/auth.module.css';
import { organizationIn } from './organizations.resource.ts';

/** The organization that somebody wants to log in to, before they say who they are. */
export const Which = () => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const word = organizationIn(text);
  const find = useMutation({
    mutationFn: () => api.get('/org/get', { query: { org: word } }),
    onSuccess: ({ id }) => {
      if (id !== '') location.assign(`/login?org=${word.toLowerCase()}`);
    },
  });
  const wrong =
    word === ''
      ? t('organizations:wordMissing')
      : /^[A-Za-z0-9]+$/.test(word)
        ? undefined
        : t('organizations:wordWrong');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (wrong === undefined && !find.isPending) find.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <h1 className="t-page-title">{t('organizations:which')}</h1>
      <p className={`t-secondary ${classes['intro']}`}>{t('organizations:whichText')}</p>
      <Problem>{find.error ? errorText(find.error) : find.data?.id === '' ? t('organizations:unknown') : null}</Problem>
      <div className={classes['fields']}>
        <TextInput
          label={t('organizations:word')}
          size="touch"
          autoFocus
          autoCapitalize="none"
          maxLength={300}
          value={text}
          onChange={(next) => {
            setText(next);
            find.reset();
          }}
          error={tried ? wrong : undefined}
        />
      </div>
      <div className={classes['actions']}>
        <Button type="submit" variant="primary" size="touch" working={find.isPending && t('organizations:looking')}>
          {t('organizations:continue')}
        </Button>
        <LinkButton to="/login" variant="quiet" size="touch">
          {t('organizations:toLogin')}
        </LinkButton>
      </div>
    </form>
  );
};
