/**
 * Runs work of one key one after the other and of different keys beside each other. A failure of one piece does not
 * stop the next.
 */
export const createLanes = () => {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const before = tails.get(key) ?? Promise.resolve();
      const result = before.then(work, work);
      tails.set(key, result);
      const forget = (): void => {
        if (tails.get(key) === result) tails.delete(key);
      };
      result.then(forget, forget);
      return result;
    },
  };
};
