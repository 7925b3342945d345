import {
  api,
  Button,
  ErrorState,
  Loading,
  Page,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EraseDialog } from './erase-dialog.tsx';
import { abort, type Erasure, erasureQuery, type Kind } from './privacy.resource.ts';
import classes from './privacy.module.css';

const kinds = ['data', 'organization'] as const;

const Planned = ({
  planned,
  onAborted,
}: {
  readonly planned: NonNullable<Erasure['planned']>;
  readonly onAborted: () => Promise<void>;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const { date, time } = useFormats();
  const { kind, delete_at: at, asked_by: by } = planned;
  const stop = useMutation({
    mutationFn: abort,
    onSuccess: async () => {
      await onAborted();
      toast({ message: t('privacy.aborted') });
    },
    onError: (error) => toast({ kind: 'error', message: t('privacy.notAborted'), detail: errorText(error) }),
  });
  return (
    <section className={classes['planned']} aria-label={t('privacy.planned')}>
      <p>{t(`privacy.${kind}.planned`, { at: `${date(at)}, ${time(at)}` })}</p>
      <p className="t-caption">{t('privacy.askedBy', { name: by.name })}</p>
      <Button working={stop.isPending && t('privacy.aborting')} onClick={() => stop.mutate()}>
        {t('privacy.abort')}
      </Button>
    </section>
  );
};

/** The page begins anew with the login in its place, and comes back to itself. */
const logInAgain = async (): Promise<void> => {
  await api.logOut();
  location.reload();
};

const Screen = ({ erasure }: { readonly erasure: Erasure }) => {
  const t = useTexts('administration');
  const client = useQueryClient();
  const [asking, setAsking] = useState<Kind | null>(null);
  const anew = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: erasureQuery.queryKey });
    await client.invalidateQueries({ queryKey: ['session'] });
  };
  const first = erasure.confirm === 'sign_in' && !erasure.anew;
  return (
    <div className={classes['screen']}>
      {erasure.planned !== null && <Planned planned={erasure.planned} onAborted={anew} />}
      {erasure.planned === null && first && (
        <section className={classes['planned']} aria-label={t('privacy.confirm')}>
          <p>{t('privacy.loginFirst')}</p>
          <Button onClick={() => void logInAgain()}>{t('privacy.logIn')}</Button>
        </section>
      )}
      {kinds.map((kind) => (
        <section key={kind} className={classes['choice']} aria-label={t(`privacy.${kind}.heading`)}>
          <h2 className="t-strong">{t(`privacy.${kind}.heading`)}</h2>
          <p className="t-secondary">{t(`privacy.${kind}.text`)}</p>
          <Button variant="danger" disabled={erasure.planned !== null || first} onClick={() => setAsking(kind)}>
            {t(`privacy.${kind}.action`)}
          </Button>
        </section>
      ))}
      {asking !== null && (
        <EraseDialog kind={asking} erasure={erasure} onClose={() => setAsking(null)} onPlanned={anew} />
      )}
    </div>
  );
};

/** What of an organization can be deleted for good, and what is planned. */
export const PrivacyScreen = () => {
  const t = useTexts('administration');
  const title = t('privacy.heading');
  usePageTitle(title);
  const { data, error, refetch } = useQuery(erasureQuery);
  return (
    <Page header={<h1 className="t-strong t-cut">{title}</h1>} back="/home">
      {data !== undefined ? (
        <Screen erasure={data} />
      ) : error !== null ? (
        <ErrorState screen error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <Skeleton width={320} height={24} />
        </Loading>
      )}
    </Page>
  );
};
