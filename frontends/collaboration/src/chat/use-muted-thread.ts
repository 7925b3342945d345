import { api, toast, useErrorText, useTexts } from '@tessera/kit';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';

const readMutes = (signal?: AbortSignal) => api.get('/v3/notifications/mutes', signal === undefined ? {} : { signal });
/** The same as the settings ask for. */
const mutesQuery = queryOptions({ queryKey: ['mutes'], queryFn: ({ signal }) => readMutes(signal) });

/** Whether a thread is muted for the person, and the way to change that. Where they are named they hear of it anyway. */
export const useMutedThread = (threadId: string) => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const client = useQueryClient();
  const { data } = useQuery(mutesQuery);
  const muted = data?.threadIds.includes(threadId) === true;
  const set = async (on: boolean): Promise<void> => {
    const before = await readMutes();
    const others = before.threadIds.filter((one) => one !== threadId);
    const body = { ...before, threadIds: on ? [...others, threadId] : others };
    client.setQueryData(mutesQuery.queryKey, await api.put('/v3/notifications/mutes', { body }));
  };
  const failed = (error: unknown): void =>
    void toast({ kind: 'error', message: t('chat.notSaved'), detail: errorText(error) });
  const toggle = (): void =>
    void set(!muted).then(
      () =>
        toast({
          message: t(muted ? 'chat.threadHeard' : 'chat.threadMuted'),
          undo: () => set(muted),
        }),
      failed,
    );
  return { muted, known: data !== undefined, toggle };
};
