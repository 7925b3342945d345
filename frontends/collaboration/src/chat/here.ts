import { live, useLiveEvent, useLiveStatus, type Id } from '@tessera/kit';
import { useCallback, useEffect, useRef, useState } from 'react';

const nobody: ReadonlySet<string> = new Set();

/** Who of these people is online. The page that asks hears `conversations`, by which it may. */
export const useOnline = (ids: readonly string[]): ReadonlySet<string> => {
  const [online, setOnline] = useState(nobody);
  const status = useLiveStatus();
  const key = ids.join(' ');
  useLiveEvent('online', (data) => setOnline(new Set((data as { readonly ids: readonly string[] }).ids)));
  useEffect(() => {
    if (status === 'open') live.say({ type: 'people', ids: key.split(' ').filter(Boolean) });
    else setOnline(nobody);
  }, [key, status]);
  useEffect(() => () => live.say({ type: 'people', ids: [] }), []);
  return online;
};

/** Somebody who writes says so again within this time; longer silent, they stopped. */
const shownMs = 7_000;
const everyMs = 5_000;
type Typing = { readonly topic: string; readonly thread: string | null; readonly userId: string };

/** Who else writes in a conversation, or in a thread of it, and how to say that one does. */
export const useTyping = (
  liveId: Id,
  thread: Id | null,
): { readonly who: readonly string[]; readonly typing: () => void; readonly sent: (userId: string) => void } => {
  const topic = `conversation:${liveId}`;
  const [who, setWho] = useState<readonly string[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const stopped = useCallback((userId: string): void => {
    clearTimeout(timers.current.get(userId));
    timers.current.delete(userId);
    setWho((before) => (before.includes(userId) ? before.filter((one) => one !== userId) : before));
  }, []);
  useLiveEvent('typing', (data) => {
    const { topic: where, thread: which, userId } = data as Typing;
    if (where !== topic || which !== thread) return;
    clearTimeout(timers.current.get(userId));
    timers.current.set(
      userId,
      setTimeout(() => stopped(userId), shownMs),
    );
    setWho((before) => (before.includes(userId) ? before : [...before, userId]));
  });
  useEffect(() => {
    const all = timers.current;
    return () => all.forEach((timer) => clearTimeout(timer));
  }, []);
  const said = useRef(Number.NEGATIVE_INFINITY);
  const typing = useCallback((): void => {
    const now = performance.now();
    if (now - said.current < everyMs) return;
    said.current = now;
    live.say({ type: 'typing', topic, thread });
  }, [topic, thread]);
  return { who, typing, sent: stopped };
};
