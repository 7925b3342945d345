/**
 * A queue of queues: items of one key keep their order, keys take turns. `shift` gives the next item whose turn it is,
 * so one busy organization or operation delays another by one item, not by its whole backlog.
 */
export const createFairQueue = <T>() => {
  const lanes = new Map<string, { items: T[]; next: number }>();
  let size = 0;
  return {
    get size(): number {
      return size;
    },
    push: (key: string, item: T): void => {
      const lane = lanes.get(key);
      if (lane === undefined) lanes.set(key, { items: [item], next: 0 });
      else lane.items.push(item);
      size += 1;
    },
    shift: (): T | undefined => {
      const first = lanes.entries().next();
      if (first.done) return undefined;
      const [key, lane] = first.value;
      const item = lane.items[lane.next]!;
      lane.items[lane.next] = undefined as T;
      lane.next += 1;
      size -= 1;
      lanes.delete(key);
      if (lane.next < lane.items.length) {
        if (lane.next > 1024) {
          lane.items.splice(0, lane.next);
          lane.next = 0;
        }
        lanes.set(key, lane);
      }
      return item;
    },
  };
};

export type FairQueue<T> = ReturnType<typeof createFairQueue<T>>;
