import {
  api,
  Button,
  EmptyState,
  ErrorState,
  isApiError,
  LinkButton,
  Loading,
  Page as Frame,
  Skeleton,
  Textarea,
  toast,
  useErrorText,
  useFormats,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleQuery } from '../automations/automations.resource.ts';
import classes from './approval.module.css';

const lookMs = 10_000;
type Which = { readonly runId: string; readonly path: string };

const questionQuery = ({ runId, path: stepId }: Which) => ({
  queryKey: ['approval', runId, stepId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get('/v3/runs/{runId}/steps/{stepId}/question', { path: { runId, stepId }, signal }),
});

/** What a run asks somebody, with both ways and room for a note; once somebody answered, what they said. */
export const ApprovalScreen = (which: Which) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const { dateTime } = useFormats();
  const [note, setNote] = useState('');
  const query = questionQuery(which);
  // Whoever is asked may not hear of runs: another's answer is looked for.
  const { data, error, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? lookMs : false),
  });
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: data?.answer?.userId !== undefined });
  usePageTitle(t('approval.title'));
  const answer = useMutation({
    mutationFn: (approved: boolean) =>
      api.post('/v3/runs/{runId}/steps/{stepId}/answer', {
        path: { runId: which.runId, stepId: which.path },
        body: { approved, ...(note.trim() !== '' && { note: note.trim() }) },
      }),
    onError: (cause) => toast({ kind: 'error', message: t('approval.failed'), detail: errorText(cause) }),
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });

  if (isApiError(error) && error.status === 404)
    return (
      <EmptyState
        screen
        title={t('approval.gone')}
        actions={<LinkButton to="/for-you">{t('approval.back')}</LinkButton>}
      >
        {t('approval.goneText')}
      </EmptyState>
    );
  if (error && data === undefined) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Loading>
        <Skeleton width={320} height={120} />
      </Loading>
    );
  const { label, text, state, until, tableId, recordId, answer: given } = data;
  const who = people.find(({ id }) => id === given?.userId)?.name;
  return (
    <Frame back="/for-you" header={<h1 className="t-strong">{t('approval.title')}</h1>}>
      <div className={classes['question']}>
        <p className="t-caption">{t('approval.by', { name: label })}</p>
        <p className={classes['text']}>{text}</p>
        {tableId !== null && recordId !== null && (
          <LinkButton to={`/object/${tableId}?recordId=${recordId}`}>{t('approval.record')}</LinkButton>
        )}
        {state === 'open' ? (
          <>
            <Textarea label={t('approval.note')} maxLength={2_000} value={note} onChange={setNote} />
            <div className={classes['answers']}>
              <Button
                variant="primary"
                working={answer.isPending && answer.variables && t('approval.working')}
                onClick={() => answer.mutate(true)}
              >
                {t('approval.approve')}
              </Button>
              <Button
                working={answer.isPending && !answer.variables && t('approval.working')}
                onClick={() => answer.mutate(false)}
              >
                {t('approval.refuse')}
              </Button>
            </div>
            {until !== null && <p className="t-caption">{t('approval.until', { when: dateTime(until) })}</p>}
          </>
        ) : (
          <div role="status">
            <p className="t-medium">
              {given === null
                ? t('approval.closed')
                : given.userId === null
                  ? t('approval.late')
                  : t(given.approved ? 'approval.approved' : 'approval.refused', { who: who ?? t('approval.someone') })}
            </p>
            {given !== null && given.note !== '' && <p className={classes['text']}>{given.note}</p>}
          </div>
        )}
      </div>
    </Frame>
  );
};
