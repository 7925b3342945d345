import { afterEach, describe, expect, it } from 'vitest';
import type { BusMessage, LiveBus } from '../index.ts';

const event = (n: number): BusMessage => ({ kind: 'event', organizationId: 'o', userId: 'u', name: 'n', data: { n } });

/** What every live bus keeps. `connect` makes buses that reach each other; a test closes them. */
export const busContract = (name: string, connect: () => Promise<readonly [LiveBus, LiveBus]>): void => {
  describe(`a live bus (${name})`, () => {
    const open: LiveBus[] = [];
    const pair = async () => {
      const buses = await connect();
      open.push(...new Set(buses));
      return buses;
    };
    afterEach(async () => {
      for (const bus of open.splice(0)) await bus.close();
    });

    it('reaches every subscriber of every hub, the publisher included, in order', async () => {
      const [a, b] = await pair();
      const got: BusMessage[][] = [[], [], []];
      a.subscribe((message) => got[0]!.push(message));
      b.subscribe((message) => got[1]!.push(message));
      b.subscribe((message) => got[2]!.push(message));
      const sent = Array.from({ length: 50 }, (_, n) => event(n));
      for (const message of sent) a.publish(message);
      await expect.poll(() => got).toEqual([sent, sent, sent]);
    });

    it('keeps quiet after a subscription ended', async () => {
      const [a, b] = await pair();
      const got: BusMessage[] = [];
      const witness: BusMessage[] = [];
      const end = b.subscribe((message) => got.push(message));
      b.subscribe((message) => witness.push(message));
      end();
      a.publish(event(1));
      await expect.poll(() => witness).toHaveLength(1);
      expect(got).toEqual([]);
    });

    it('does not throw when nobody listens or it is closed', async () => {
      const [a] = await pair();
      expect(() => a.publish(event(1))).not.toThrow();
      await a.close();
      expect(() => a.publish(event(2))).not.toThrow();
    });
  });
};
