import { createRequire } from 'node:module';

type RequestQueue = { readonly pending: readonly unknown[]; readonly throttledUntil: number };
type Schedule = (this: RequestQueue) => void;

/**
 * kafkajs 2.2.4 looks after each answer when its queue should be looked at again, and where nothing waits asks for a
 * time that is long past: every connection then wakes up each millisecond for ever, and Node warns of a negative
 * timeout. Where nothing waits and the broker did not ask for a pause there is nothing to look at.
 */
export const calmRequestQueues = (): void => {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    prototype: { scheduleCheckPendingRequests: Schedule & { calm?: true } };
  };
  const schedule = prototype.scheduleCheckPendingRequests;
  if (schedule.calm) return;
  prototype.scheduleCheckPendingRequests = Object.assign(
    function (this: RequestQueue): void {
      if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
    },
    { calm: true as const },
  );
};
