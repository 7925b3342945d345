import {
  Button,
  copyText,
  Dialog,
  ErrorState,
  IconButton,
  Loading,
  Skeleton,
  toast,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { IconCopy, IconRefresh } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './automations.module.css';
import { SignaturePart } from '../signature/signature.part.tsx';
import { hookQuery, useAutomationCalls } from './automations.resource.ts';
import { Values } from './test.dialog.tsx';

/** The address by which programs start an automation, and what came there last. */
export const HookPart = ({ id, onMade }: { readonly id: string; readonly onMade: () => Promise<void> }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useAutomationCalls();
  const [asked, setAsked] = useState(false);
  const { data, error, refetch } = useQuery(hookQuery(id));
  const make = useMutation({
    mutationFn: async () => {
      await calls.newAddress(id);
      await onMade();
    },
    onSuccess: () => setAsked(false),
    onError: (problem) => toast({ kind: 'error', message: t('automation.notChanged'), detail: errorText(problem) }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading>
        <Skeleton width={240} />
      </Loading>
    );
  const copy = async (): Promise<void> => {
    if (await copyText(data.url)) toast({ message: t('automation.hook.copied'), duration: 5000 });
  };
  return (
    <section className={classes['hook']} aria-label={t('automation.hook.address')}>
      <h3 className="t-medium">{t('automation.hook.address')}</h3>
      <div className={classes['hookAddress']}>
        <code>{data.url}</code>
        <IconButton size="table" icon={IconCopy} label={t('automation.hook.copy')} onClick={() => void copy()} />
      </div>
      <p className="t-caption">{t('automation.hook.text')}</p>
      <Button size="toolbar" icon={IconRefresh} onClick={() => setAsked(true)}>
        {t('automation.hook.anew')}
      </Button>
      <SignaturePart
        signed={data.signed}
        oldSecretUntil={data.oldSecretUntil}
        make={async (secret) => {
          const made = await calls.signHook(id, secret);
          await onMade();
          return made;
        }}
        remove={async () => {
          await calls.unsignHook(id);
          await onMade();
        }}
      />
      {data.lastCall === null ? (
        <p className="t-secondary">{t('automation.hook.none')}</p>
      ) : (
        <Values label={t('automation.hook.last')} value={data.lastCall} field={() => undefined} />
      )}
      <Dialog
        opened={asked}
        size="small"
        closable={!make.isPending}
        onClose={() => setAsked(false)}
        title={t('automation.hook.anewTitle')}
        footer={
          <>
            <Button data-autofocus disabled={make.isPending} onClick={() => setAsked(false)}>
              {t('kit:cancel')}
            </Button>
            <Button variant="danger" working={make.isPending && t('automation.creating')} onClick={() => make.mutate()}>
              {t('automation.hook.anew')}
            </Button>
          </>
        }
      >
        <p className="t-secondary">{t('automation.hook.anewText')}</p>
      </Dialog>
    </section>
  );
};
