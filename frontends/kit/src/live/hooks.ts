import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createLive, type Live, type LiveStatus, type People, type Place, type TopicEvent } from './socket.ts';

const address = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`;

/** The page's live connection. The shell starts it with the session and stops it with the session. */
export const live: Live = createLive(() => new WebSocket(address()));

if (typeof window !== 'undefined') window.addEventListener('online', () => live.hurry());

/**
 * Hears every change of the topics (`tables`, `table:<id>`, `operation:<id>`) and, after a lost connection, one
 * `resync` for each.
 */
export const useLive = (topics: readonly string[], onEvent: (event: TopicEvent) => void): void => {
  const latest = useRef(onEvent);
  useLayoutEffect(() => {
    latest.current = onEvent;
  });
  const key = topics.join('\n');
  useEffect(() => {
    const stops = key
      .split('\n')
      .filter(Boolean)
      .map((topic) => live.subscribe(topic, (event) => latest.current(event)));
    return () => stops.forEach((stop) => stop());
  }, [key]);
};

/** Hears a named event such as `import_table`. */
export const useLiveEvent = (name: string, onEvent: (data: unknown) => void): void => {
  const latest = useRef(onEvent);
  useLayoutEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => live.onEvent(name, (data) => latest.current(data)), [name]);
};

export const useLiveStatus = (): LiveStatus => useSyncExternalStore(live.onStatus, live.status);

/** Who is in a table, and the way to say where one is. Leaving the page says so too. */
export const usePresence = (
  table: string,
): { readonly people: People; readonly announce: (place: Omit<Place, 'table'>) => void } => {
  const people = useSyncExternalStore(
    useCallback((listener: () => void) => live.onPeople(table, listener), [table]),
    () => live.people(table),
  );
  const announce = useCallback((place: Omit<Place, 'table'>) => live.announce({ table, ...place }), [table]);
  useEffect(() => {
    live.announce({ table, recordId: null, fieldId: null, editing: false });
    return () => live.announce(null);
  }, [table]);
  return { people, announce };
};
