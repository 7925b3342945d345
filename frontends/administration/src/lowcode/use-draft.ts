import { useSession } from '@tessera/kit';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Code that is no version yet, and the version that it started from. */
type Draft = { readonly text: string; readonly from: number };

const pauseMs = 400;

const read = (key: string): Draft | undefined => {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    return typeof found?.text === 'string' && typeof found.from === 'number'
      ? { text: found.text, from: found.from }
      : undefined;
  } catch {
    return undefined;
  }
};
const write = (key: string, draft: Draft | undefined): boolean => {
  try {
    if (draft === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    // Storage may be blocked or full: the draft then lasts as long as the page.
    return false;
  }
};

/** A draft of one person in this browser. It is kept 400 ms after the last key, and on the way out. */
export const useDraft = (functionId: string) => {
  const { user, organization } = useSession();
  const key = `tessera:function:${organization.id}.${user.id}.${functionId}`;
  const [draft, setDraft] = useState(() => read(key));
  const [kept, setKept] = useState(draft);
  const latest = useRef({ draft, kept });
  useLayoutEffect(() => {
    latest.current = { draft, kept };
  });
  useEffect(() => {
    if (draft === kept) return undefined;
    const timer = setTimeout(() => {
      if (write(key, draft)) setKept(draft);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [key, draft, kept]);
  // The page may go within the pause.
  useEffect(() => {
    const leave = (): void => {
      if (latest.current.draft !== latest.current.kept) write(key, latest.current.draft);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [key]);
  return { draft, isKept: draft === kept, setDraft };
};
