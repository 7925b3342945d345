import { isApiError, toast, useErrorText, useTexts } from '@tessera/kit';
import { useEffect, useRef, useState } from 'react';
import type { Data, Role, Written } from './model.ts';
import { useRoleCalls } from './roles.resource.ts';

/** A change is sent when nothing more was changed for so long. */
const pauseMs = 1000;

export type Saving = 'nothing' | 'waits' | 'saving' | 'saved';
export type Edit = {
  readonly name?: string;
  readonly color?: string;
  readonly initial_url?: string | null;
  readonly profile_data?: Data;
};

const writtenOf = ({ name, color, initial_url, profile_data }: Edit): Written => ({
  ...(name !== undefined && { profile_name: name }),
  ...(color !== undefined && { color }),
  ...(initial_url !== undefined && { initial_url }),
  ...(profile_data !== undefined && { profile_data }),
});

/**
 * Changes of one role: shown at once, sent together after a second in which nothing more was changed, and also when the
 * screen is left. What is refused is said, and the list is asked for again.
 */
export const useEdits = (role: Role) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useRoleCalls();
  const [saving, setSaving] = useState<Saving>('nothing');
  const waiting = useRef<Edit>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = role.id_profile;

  const send = async (): Promise<void> => {
    clearTimeout(timer.current);
    const change = writtenOf(waiting.current);
    waiting.current = {};
    if (Object.keys(change).length === 0) return;
    setSaving('saving');
    try {
      const commit = await calls.update(id, change);
      setSaving('saved');
      if (commit !== null)
        toast({ message: t('role.changed', { role: role.name }), undo: () => calls.undo(commit).catch(failed) });
    } catch (error) {
      failed(error);
    }
    // What was changed meanwhile is shown until it is sent.
    if (Object.keys(waiting.current).length === 0) await calls.anew();
  };
  const failed = (error: unknown): void => {
    setSaving('nothing');
    toast({
      kind: 'error',
      message: t('role.notChanged'),
      detail: errorText(error),
      ...(isApiError(error) && { quote: error.id }),
    });
    void calls.anew();
  };

  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const leave = (): void => void latest.current();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return {
    saving,
    edit: (change: Edit): void => {
      calls.show(id, change);
      waiting.current = { ...waiting.current, ...change };
      setSaving('waits');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current(), pauseMs);
    },
  };
};
