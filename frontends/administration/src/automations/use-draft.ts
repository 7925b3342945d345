import { isApiError, toast, useErrorText, useTexts } from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { automationQuery, useAutomationCalls, type Automation, type Draft } from './automations.resource.ts';

/** A change is sent when nothing more was changed for so long. */
const pauseMs = 1_000;

export type Saving = 'nothing' | 'waits' | 'saving' | 'saved';

/**
 * The draft as it is typed: shown at once, sent a second after the last change and when the screen is left. Where somebody
 * else changed it, theirs is shown.
 */
export const useDraft = (automation: Automation) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const calls = useAutomationCalls();
  const [draft, setDraft] = useState<Draft>({
    label: automation.label,
    trigger: automation.trigger,
    steps: automation.steps,
  });
  const [saving, setSaving] = useState<Saving>('nothing');
  const waiting = useRef<Draft>(undefined);
  const revision = useRef(automation.revision);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef<Promise<void>>(Promise.resolve());
  const { id } = automation;

  const took = (next: Automation): void => {
    revision.current = next.revision;
    client.setQueryData(automationQuery(id).queryKey, next);
    void client.invalidateQueries({ queryKey: ['automations'], exact: true });
  };
  const sendNow = async (): Promise<void> => {
    const sent = waiting.current;
    if (sent === undefined) return;
    waiting.current = undefined;
    setSaving('saving');
    try {
      took(await calls.save(id, sent, revision.current));
      setSaving(waiting.current === undefined ? 'saved' : 'waits');
    } catch (error) {
      setSaving('nothing');
      toast({ kind: 'error', message: t('automation.notSaved'), detail: errorText(error) });
      if (isApiError(error) && error.status === 412) {
        const now = await client.fetchQuery({ ...automationQuery(id), staleTime: 0 });
        revision.current = now.revision;
        setDraft({ label: now.label, trigger: now.trigger, steps: now.steps });
      }
    }
  };
  /** Sends what waits; one after the other. */
  const flush = (): Promise<void> => {
    clearTimeout(timer.current);
    sending.current = sending.current.then(sendNow);
    return sending.current;
  };
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
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
    draft,
    saving,
    flush,
    took,
    /** Shows what the server has in the place of what is typed. */
    replace: (next: Automation): void => {
      took(next);
      setDraft({ label: next.label, trigger: next.trigger, steps: next.steps });
    },
    edit: (change: Partial<Draft>): void => {
      const next = { ...draft, ...change };
      setDraft(next);
      waiting.current = next;
      setSaving('waits');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current(), pauseMs);
    },
  };
};
