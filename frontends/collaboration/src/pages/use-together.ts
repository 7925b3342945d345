import { api, errorCode, type Id, isApiError, live, newId } from '@tessera/kit';
import { useEffect, useState } from 'react';
import type { Cursors } from './cursors.ts';
import type { State, Together, Wire } from './together.ts';

/** What is written is gathered for so long: shorter where others look on, longer in a long text, of which each piece costs more. */
const alonePauseMs = 500;
const togetherPauseMs = 150;
const bytesOfMs = 500;
/** What is written until one rests so long is one entry in the history. */
const restMs = 5 * 60_000;

const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
};
const bytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.codePointAt(0)!);

const wireOf = (id: Id): Wire => {
  let operation = newId();
  let wroteAt = 0;
  return {
    lacking: async (since) => {
      const asked = base64(since).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const { update, vector } = await api.get('/v3/doc-pages/{id}/text', {
        path: { id },
        query: asked === '' ? {} : { since: asked },
      });
      return { update: bytes(update), vector: bytes(vector) };
    },
    write: async (update, endsVersion) => {
      const now = performance.now();
      if (now - wroteAt > restMs) operation = newId();
      wroteAt = now;
      await api.post('/v3/doc-pages/{id}/text', {
        path: { id },
        body: { update: base64(update), ...(endsVersion && { endsVersion }) },
        headers: { 'tessera-operation': operation },
      });
    },
    kindOf: (error) => {
      if (errorCode(error) === 'pages.apart') return 'apart';
      // Too much at once, too slow and not now are no refusals of what was written.
      const refused = isApiError(error) && error.status >= 400 && error.status < 500;
      return refused && ![401, 402, 408, 409, 429].includes(error.status) ? 'refused' : 'later';
    },
  };
};

type Made = { readonly together: Together; readonly cursors: Cursors };
type Told = { readonly state: State; readonly error?: unknown };

/** Opens the text of a page; answers what closes it. Its code comes with the editor, behind the page. */
const open = async (
  id: Id,
  writes: boolean,
  on: {
    readonly state: (told: Told, made: Made) => void;
    readonly people: (count: number) => void;
  },
): Promise<() => void> => {
  const [{ createTogether }, { createCursors }] = await Promise.all([import('./together.ts'), import('./cursors.ts')]);
  const topic = `page:${id}`;
  let others = 0;
  const together = createTogether({
    wire: wireOf(id),
    writes,
    onState: (state, error) => on.state({ state, error }, { together, cursors }),
    pauseMs: (bytes) => (others > 0 ? togetherPauseMs : alonePauseMs) + bytes / bytesOfMs,
  });
  const cursors = createCursors(topic, together.doc, (count) => {
    others = count;
    on.people(count);
  });
  void together.pull();
  const stop = live.subscribe(topic, () => void together.pull());
  const stopStatus = live.onStatus(() => {
    if (live.status() === 'open') together.hurry();
  });
  const leave = (): void => void together.save();
  addEventListener('pagehide', leave);
  return () => {
    removeEventListener('pagehide', leave);
    stop();
    stopStatus();
    together.end();
    cursors.end();
  };
};

/** The text of a page that everybody writes who has it open, and who does so now; `made` once it is there. */
export const useTogether = (id: Id, writes: boolean) => {
  const [told, setTold] = useState<Told>({ state: 'loading' });
  const [made, setMade] = useState<Made | null>(null);
  const [people, setPeople] = useState(0);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let left = false;
    let close: (() => void) | undefined;
    setTold({ state: 'loading' });
    setMade(null);
    setPeople(0);
    open(id, writes, {
      state: (now, opened) => {
        if (left) return;
        setTold(now);
        if (now.state === 'saved') setMade(opened);
      },
      people: (count) => !left && setPeople(count),
    }).then(
      (done) => {
        close = done;
        if (left) done();
      },
      (error: unknown) => !left && setTold({ state: 'refused', error }),
    );
    return () => {
      left = true;
      close?.();
    };
  }, [id, writes, round]);
  return {
    made,
    ...told,
    /** How many others stand in it. */
    people,
    /** Throws away what the service did not take, and shows what is there. */
    startOver: (): void => setRound((before) => before + 1),
  };
};
