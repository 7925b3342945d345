import { useSession } from '@tessera/kit';
import { useEffect, useState } from 'react';

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
  useEffect(() => {
    if (draft === kept) return undefined;
    const keep = (): void => {
      if (write(key, draft)) setKept(draft);
    };
    const timer = setTimeout(keep, pauseMs);
    const hide = (): void => {
      write(key, draft);
    };
    window.addEventListener('pagehide', hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', hide);
      // The page may go within the pause.
      write(key, draft);
    };
  }, [key, draft, kept]);
  return { draft, isKept: draft === kept, setDraft };
};
