import { type Answered, Button, hasRight, toast, useErrorText, useFormats, useRights, useTexts } from '@tessera/kit';
import { IconAlertTriangle, IconKey } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import classes from './people.module.css';
import { confirmToken, unconfirmedTokensQuery } from './people.resource.ts';

type Token = Answered<'get_api_token_unconfirmed'>['tokens'][number];

/** After a backup was restored: the API tokens that wait for an administrator. Nothing where none waits. */
export const UnconfirmedTokens = () => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const { dateTime } = useFormats();
  const rights = useRights();
  const list = useRef<HTMLUListElement>(null);
  const { data: tokens = [] } = useQuery({ ...unconfirmedTokensQuery, enabled: hasRight(rights, 'isAdmin') });
  const confirm = useMutation({
    mutationFn: (token: Token) => confirmToken(token.id_api_token),
    onSuccess: (_, token) => toast({ message: t('people:tokens.confirmed', { token: token.name }) }),
    onError: (error) => toast({ kind: 'error', message: t('people:tokens.notConfirmed'), detail: errorText(error) }),
  });
  if (tokens.length === 0) return null;
  // The row goes, and the focus with it: the next one's button takes it.
  const take = (token: Token, at: number): void =>
    confirm.mutate(token, {
      onSuccess: () => {
        const buttons = list.current?.querySelectorAll('button');
        (buttons?.[at + 1] ?? buttons?.[at - 1])?.focus();
      },
    });
  const about = ({ token, user, criado_em }: Token): string => {
    const known = { ending: token.replace('…', ''), date: dateTime(criado_em) };
    return user.name === '' ? t('people:tokens.noOne', known) : t('people:tokens.by', { ...known, name: user.name });
  };
  return (
    <section aria-labelledby="unconfirmed-tokens" className={classes['people']}>
      <div className={classes['head']}>
        <h2 id="unconfirmed-tokens">{t('people:tokens.title')}</h2>
        <span className="t-caption">{tokens.length}</span>
      </div>
      <p className={classes['warning']}>
        <IconAlertTriangle aria-hidden="true" />
        {t('people:tokens.text')}
      </p>
      <ul ref={list}>
        {tokens.map((token, at) => (
          <li key={token.id_api_token} className={classes['token']}>
            <IconKey aria-hidden="true" style={{ justifySelf: 'center', color: 'var(--icon)' }} />
            <span style={{ minWidth: 0 }}>
              <span className="t-cut t-medium" style={{ display: 'block' }}>
                {token.name}
              </span>
              <span className="t-caption t-cut" style={{ display: 'block' }}>
                {about(token)}
              </span>
            </span>
            <Button
              size="toolbar"
              aria-label={t('people:tokens.confirmOne', { token: token.name })}
              working={
                confirm.isPending &&
                confirm.variables.id_api_token === token.id_api_token &&
                t('people:tokens.confirming')
              }
              onClick={() => take(token, at)}
            >
              {t('people:tokens.confirm')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
