/** Milliseconds that a log-out waits for the calls before it. */
const patience = 3000;

/**
 * The calls of a session up to its last one. A call that the server would answer after the end of the session would be
 * refused: a value that was just written would be lost, and the console would tell of an error that nobody made.
 */
export const createLastCall = (wait = patience) => {
  const underWay = new Set<Promise<unknown>>();
  let ending: Promise<boolean> | undefined;

  const tracked = <T>(call: () => Promise<T>): Promise<T> => {
    const answer = call();
    const seen = answer.catch(() => undefined).finally(() => underWay.delete(seen));
    underWay.add(seen);
    return answer;
  };

  return {
    /**
     * Makes `call`. While the session is ended it waits: it goes when the session stays after all, and throws an
     * AbortError when it does not.
     */
    before: async <T>(call: () => Promise<T>): Promise<T> => {
      if (ending && (await ending)) throw new DOMException('The session was ended', 'AbortError');
      return tracked(call);
    },
    /** Makes `call`, which ends the session, once those on their way are answered, or three seconds later. */
    last: async (call: () => Promise<unknown>): Promise<void> => {
      const ended = (async () => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        await Promise.race([
          Promise.all(underWay),
          new Promise((resolve) => {
            timer = setTimeout(resolve, wait);
          }),
        ]);
        clearTimeout(timer);
        await call();
      })();
      ending = ended.then(
        () => true,
        () => false,
      );
      void ending.then(() => {
        ending = undefined;
      });
      await ended;
    },
  };
};
