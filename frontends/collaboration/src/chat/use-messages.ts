import { useLive, type Id } from '@tessera/kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { chatApi, type Message } from './chat.resource.ts';
import { merged } from './model.ts';

type State = { readonly messages: readonly Message[]; readonly previous?: number | undefined };

/**
 * What was said in a conversation, or in the thread of a message: the newest page, and older ones as they are asked for.
 * What is said meanwhile is asked for when the conversation tells that there is something.
 */
export const useMessages = (conversationId: Id, thread?: Id) => {
  const [state, setState] = useState<State | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [loading, setLoading] = useState(false);
  const latest = useRef<State | null>(null);
  latest.current = state;
  const where = useCallback(
    (more: { readonly before?: number; readonly after?: number } = {}) =>
      chatApi.messages(conversationId, { ...more, ...(thread !== undefined && { thread }) }),
    [conversationId, thread],
  );
  const newest = useCallback(async (): Promise<void> => {
    try {
      const page = await where();
      setError(null);
      setState((before) => {
        const last = before?.messages.at(-1)?.sequence ?? 0;
        const first = page.messages[0]?.sequence ?? 0;
        // After a long absence there may be more between than one page has: it begins anew.
        if (before === null || first > last + 1) return { messages: page.messages, previous: page.previous };
        return { messages: merged(before.messages, page.messages), previous: before.previous };
      });
    } catch (failure) {
      setError(failure);
    }
  }, [where]);
  useEffect(() => {
    setState(null);
    void newest();
  }, [newest]);
  useLive([`conversation:${conversationId}`], () => void newest());
  const older = useCallback(async (): Promise<void> => {
    const before = latest.current?.previous;
    if (before === undefined) return;
    setLoading(true);
    try {
      const page = await where({ before });
      setState((now) => now && { messages: merged(now.messages, page.messages), previous: page.previous });
    } catch (failure) {
      setError(failure);
    }
    setLoading(false);
  }, [where]);
  return { messages: state?.messages, hasOlder: state?.previous !== undefined, error, loading, newest, older };
};
