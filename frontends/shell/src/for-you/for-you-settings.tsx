import { Button, Dialog, ErrorState, Skeleton, Switch, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Mutes, mutesQuery, putMutes } from './for-you.resource.ts';

type Kind = Mutes['kinds'][number];
const kinds = [
  'assigned',
  'mentioned',
  'task',
  'message',
  'automation',
  'import',
  'operation',
] as const satisfies readonly Kind[];

/** Of what somebody wants to hear: each change holds at once, for what happens from then on. */
export const ForYouSettings = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts('for-you');
  const errorText = useErrorText('shell');
  const { data, error, refetch } = useQuery(mutesQuery);
  const save = useMutation({
    mutationFn: putMutes,
    onError: (problem) => toast({ kind: 'error', message: t('notSaved'), detail: errorText(problem) }),
  });
  const shown = save.isPending ? save.variables : data;
  const mute = (kind: Kind, muted: boolean): void => {
    if (data === undefined) return;
    const others = data.kinds.filter((one) => one !== kind);
    save.mutate({ ...data, kinds: muted ? [...others, kind] : others });
  };
  return (
    <Dialog opened onClose={onClose} title={t('settings')} footer={<Button onClick={onClose}>{t('done')}</Button>}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !shown && <Skeleton width={240} height={24} />}
      {shown && (
        <div style={{ display: 'grid', gap: 12 }}>
          <p className="t-secondary">{t('settingsText')}</p>
          {kinds.map((kind) => (
            <Switch
              key={kind}
              label={t(`kind.${kind}`)}
              checked={!shown.kinds.includes(kind)}
              disabled={save.isPending}
              onChange={(on) => mute(kind, !on)}
            />
          ))}
        </div>
      )}
    </Dialog>
  );
};
