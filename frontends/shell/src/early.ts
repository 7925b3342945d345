declare global {
  interface Window {
    /** Requests that the page's first script sent before the code arrived. */
    tesseraEarly?: Partial<Record<'session' | 'remotes', Promise<Response>>>;
  }
}

/** Takes an answer that was asked for early, once; undefined when there is none or it was lost, so that the caller asks itself. */
export const takeEarly = async (name: 'session' | 'remotes'): Promise<Response | undefined> => {
  const answer = window.tesseraEarly?.[name];
  if (!answer) return undefined;
  delete window.tesseraEarly?.[name];
  return answer.catch(() => undefined);
};
