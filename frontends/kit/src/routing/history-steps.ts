/** In ms: so long a step may take; one that does not come, because there is no such entry, is not waited for. */
const longest = 1000;

let stepping = false;
const waiting: (() => void)[] = [];

const take = (by: number): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      stepping = false;
      resolve();
      while (!stepping && waiting.length > 0) waiting.shift()?.();
    };
    const went = (): void => {
      clearTimeout(late);
      window.removeEventListener('popstate', went);
      // The page hears of the step first.
      setTimeout(over);
    };
    stepping = true;
    const late = setTimeout(went, longest);
    window.addEventListener('popstate', went);
    history.go(by);
  });

/**
 * Runs it at once, or after the steps that are on their way: a browser takes a step some time after it was asked for,
 * from wherever the page is by then, and would take back what led elsewhere meanwhile.
 */
export const afterHistorySteps = <T>(run: () => T | Promise<T>): T | Promise<T> =>
  stepping
    ? new Promise((resolve) => {
        waiting.push(() => resolve((async () => await run())()));
      })
    : run();

/** Goes so many entries back (negative) or on in the browser's history, after the steps that are on their way. */
export const historyStep = async (by: number): Promise<void> => await afterHistorySteps(() => take(by));
