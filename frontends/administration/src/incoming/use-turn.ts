import { toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { settingsOf, useIncomingCalls, type Entry, type Incoming } from './incoming.resource.ts';

/** Switches an incoming webhook on or off at once; the message offers the way back. */
export const useTurn = (webhook: Entry | Incoming) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useIncomingCalls();
  const change = (active: boolean): Promise<void> => calls.save(webhook.id, { ...settingsOf(webhook), active });
  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('incoming.notChanged'), detail: errorText(error) });
  };
  return useMutation({
    mutationFn: change,
    onSuccess: (_, active) =>
      toast({
        message: t(active ? 'incoming.isOn' : 'incoming.isOff', { name: webhook.name }),
        undo: () => change(!active).catch(failed),
      }),
    onError: failed,
  });
};
