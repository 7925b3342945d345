import { useLive, type Id } from '@tessera/kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { chatApi, type Conversation, type Page } from './chat.resource.ts';
import { merged } from './model.ts';

/** What of a conversation is shown, and whether there is more on either side. */
type State = Page;

/**
 * What was said in a conversation, or in the thread of a message: the newest page, or the one around a message, and more
 * as it is asked for. What is said meanwhile is asked for when the conversation tells that there is something.
 */
export const useMessages = (
  { id, liveId, head, record }: Pick<Conversation, 'id' | 'liveId' | 'head' | 'record'>,
  { thread, around }: { readonly thread?: Id | undefined; readonly around?: number | undefined },
) => {
  const [state, setState] = useState<State | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [loading, setLoading] = useState(false);
  const latest = useRef<State | null>(null);
  latest.current = state;
  const where = useCallback(
    (more: { readonly before?: number; readonly after?: number; readonly around?: number } = {}) =>
      chatApi.messages(id, { ...more, ...(thread !== undefined && { thread }) }),
    [id, thread],
  );
  const newest = useCallback(async (): Promise<void> => {
    try {
      const before = latest.current;
      // Who reads an earlier place stays there.
      const apart = before === null ? around !== undefined : before.next !== undefined;
      const middle = around ?? before?.messages.at(-1)?.sequence;
      const page = await where(apart && middle !== undefined ? { around: middle } : {});
      setError(null);
      setState((now) => {
        if (now === null) return page;
        if (apart) return { ...now, messages: merged(now.messages, page.messages) };
        const last = now.messages.at(-1)?.sequence ?? 0;
        const first = page.messages[0]?.sequence ?? 0;
        // After a long absence there may be more between than one page has: it begins anew.
        if (first > last + 1) return page;
        return { messages: merged(now.messages, page.messages), previous: now.previous };
      });
    } catch (failure) {
      setError(failure);
    }
  }, [where, around]);
  useEffect(() => {
    latest.current = null;
    setState(null);
    void newest();
  }, [newest]);
  // What a comment says is told by its table; before the first one there is nothing else to hear of.
  useLive(
    [...(head > 0 ? [`conversation:${liveId}`] : []), ...(record === null ? [] : [`table:${record.tableId}`])],
    (event) => {
      if (event.type === 'resync' || event.ids === 'many' || record === null || event.ids.includes(record.recordId))
        void newest();
    },
  );
  const more = useCallback(
    async (ask: { readonly before: number } | { readonly after: number }): Promise<void> => {
      setLoading(true);
      try {
        const page = await where(ask);
        setState((now) => {
          if (now === null) return now;
          const messages = merged(now.messages, page.messages);
          return 'before' in ask
            ? { messages, previous: page.previous, next: now.next }
            : { messages, previous: now.previous, next: page.next };
        });
      } catch (failure) {
        setError(failure);
      }
      setLoading(false);
    },
    [where],
  );
  const older = (): void => {
    const before = latest.current?.previous;
    if (before !== undefined) void more({ before });
  };
  /** Leaves an earlier place for the end. */
  const toEnd = useCallback(async (): Promise<void> => setState(await where()), [where]);
  const later = (): void => {
    const after = latest.current?.next;
    if (after !== undefined) void more({ after });
  };
  return {
    messages: state?.messages,
    hasOlder: state?.previous !== undefined,
    hasLater: state?.next !== undefined,
    error,
    loading,
    newest,
    older,
    later,
    toEnd,
  };
};
