import { Button, Dialog, Radios, Select, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './webhooks.module.css';
import { useWebhookCalls, type Entry, type WithSecret } from './webhooks.resource.ts';

type Named = Pick<Entry, 'id' | 'label'>;

/** Asks before a webhook goes; the message behind it brings it back. */
export const DeleteDialog = ({
  webhook,
  onClose,
  onDeleted,
}: {
  readonly webhook: Named;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useWebhookCalls();
  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('webhook.notChanged'), detail: errorText(error) });
  };
  const remove = useMutation({
    mutationFn: () => calls.remove(webhook.id),
    onSuccess: (commit) => {
      toast({
        message: t('webhook.deleted', { name: webhook.label }),
        ...(commit !== null && { undo: () => calls.undo(commit).catch(failed) }),
      });
      onClose();
      onDeleted?.();
    },
    onError: failed,
  });
  return (
    <Dialog
      opened
      size="small"
      closable={!remove.isPending}
      onClose={onClose}
      title={t('webhook.deleteTitle', { name: webhook.label })}
      footer={
        <>
          <Button data-autofocus disabled={remove.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button variant="danger" working={remove.isPending && t('webhook.deleting')} onClick={() => remove.mutate()}>
            {t('webhook.delete')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('webhook.deleteText')}</p>
    </Dialog>
  );
};

/** Asks before there is a new secret. */
export const SecretDialog = ({
  webhook,
  onClose,
  onMade,
}: {
  readonly webhook: Named;
  readonly onClose: () => void;
  readonly onMade: (made: WithSecret) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useWebhookCalls();
  const make = useMutation({
    mutationFn: () => calls.secret(webhook.id),
    onSuccess: onMade,
    onError: (error) => toast({ kind: 'error', message: t('webhook.notChanged'), detail: errorText(error) }),
  });
  return (
    <Dialog
      opened
      size="small"
      closable={!make.isPending}
      onClose={onClose}
      title={t('webhook.secretTitle', { name: webhook.label })}
      footer={
        <>
          <Button data-autofocus disabled={make.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button variant="primary" working={make.isPending && t('webhook.creating')} onClick={() => make.mutate()}>
            {t('webhook.newSecret')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('webhook.secretText')}</p>
    </Dialog>
  );
};

const hours = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const;
type Span = keyof typeof hours;

/** Sends again what happened since a moment. */
export const ReplayDialog = ({ webhook, onClose }: { readonly webhook: Named; readonly onClose: () => void }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useWebhookCalls();
  const [span, setSpan] = useState<Span>('day');
  const [which, setWhich] = useState<'failed' | 'all'>('failed');
  const replay = useMutation({
    mutationFn: () =>
      calls.replay(webhook.id, {
        since: new Date(Date.now() - hours[span] * 3_600_000).toISOString(),
        failed: which === 'failed',
      }),
    onSuccess: (count) => {
      toast({ message: t('webhook.replayed', { count }), duration: 5000 });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      size="small"
      closable={!replay.isPending}
      onClose={onClose}
      title={t('webhook.replayTitle')}
      onSubmit={() => replay.mutate()}
      footer={
        <>
          <Button disabled={replay.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={replay.isPending && t('webhook.sending')}>
            {t('webhook.send')}
          </Button>
        </>
      }
    >
      <div className={classes['dialog']}>
        <Select<Span>
          label={t('webhook.since')}
          value={span}
          onChange={setSpan}
          error={replay.error ? errorText(replay.error) : undefined}
          options={(Object.keys(hours) as Span[]).map((value) => ({ value, label: t(`webhook.span.${value}`) }))}
        />
        <Radios
          label={t('webhook.which')}
          value={which}
          onChange={setWhich}
          options={(['failed', 'all'] as const).map((value) => ({ value, label: t(`webhook.replay.${value}`) }))}
        />
        <p className="t-secondary">{t('webhook.replayText')}</p>
      </div>
    </Dialog>
  );
};
