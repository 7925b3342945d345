declare global {
  interface Window {
    /** By address: answers that the page's first script asked for before the code arrived. */
    tesseraEarly?: Record<string, Promise<Response>>;
  }
}

const seenKey = 'tessera:seen';

/**
 * Keeps whether somebody is signed in here, for the first script of the next page: what is for members is asked for
 * early only then. No secret: a time.
 */
export const rememberSeen = (signedIn: boolean): void => {
  try {
    if (signedIn) localStorage.setItem(seenKey, String(Date.now()));
    else localStorage.removeItem(seenKey);
  } catch {
    // Without storage the next page asks a moment later.
  }
};

/** Past this many milliseconds after the page began an early answer may be old. */
const fresh = 10_000;

/**
 * Takes an answer that was asked for early, once; undefined when there is none, or it was lost or refused, so that the
 * caller asks itself: who was nobody when the page began may have set the product up, or signed in, since.
 */
export const takeEarly = async (address: string): Promise<Response | undefined> => {
  const answer = globalThis.window?.tesseraEarly?.[address];
  if (!answer) return undefined;
  delete window.tesseraEarly?.[address];
  if (performance.now() >= fresh) return undefined;
  const response = await answer.catch(() => undefined);
  return response?.ok === true ? response : undefined;
};
