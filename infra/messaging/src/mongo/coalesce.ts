/**
 * Joins what is asked for while an earlier write is under way into one write. Each call resolves with the write that
 * holds its item; a failed write fails all of its calls.
 */
export const createCoalescer = <T>(write: (items: readonly T[]) => Promise<void>) => {
  type Job = { readonly item: T; readonly resolve: () => void; readonly reject: (error: unknown) => void };
  let waiting: Job[] = [];
  let writing = false;
  const run = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      const jobs = waiting;
      waiting = [];
      try {
        await write(jobs.map((job) => job.item));
        for (const job of jobs) job.resolve();
      } catch (error) {
        for (const job of jobs) job.reject(error);
      }
    }
    writing = false;
  };
  return (item: T): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!writing) queueMicrotask(() => void (writing || run()));
    });
};
