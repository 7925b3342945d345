import { toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useFunctionCalls, type Entry, type LowCodeFunction } from './functions.resource.ts';

/** Switches a function on or off at once; the message offers the way back. */
export const useTurn = (entry: Entry | LowCodeFunction) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useFunctionCalls();
  const change = (active: boolean): Promise<void> => calls.change(entry, { active });
  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('lowcode.notChanged'), detail: errorText(error) });
  };
  return useMutation({
    mutationFn: change,
    onSuccess: (_, active) =>
      toast({
        message: t(active ? 'lowcode.isOn' : 'lowcode.isOff', { name: entry.label }),
        undo: () => change(!active).catch(failed),
      }),
    onError: failed,
  });
};
