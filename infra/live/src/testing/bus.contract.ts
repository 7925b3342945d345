import { afterEach, describe, expect, it } from 'vitest';
import type { BusMessage, LiveBus } from '../index.ts';

const event = (n: number): BusMessage => ({ kind: 'event', organizationId: 'o', userId: 'u', name: 'n', data: { n } });

/**
 * What every live bus keeps. `connect` makes buses that reach each other; a test closes them. `listening` resolves when
 * a bus hears what it has subscribed to.
 */
export const busContract = <B extends LiveBus>(
  name: string,
  connect: () => Promise<readonly [B, B]>,
  listening: (bus: B) => Promise<void> = async () => undefined,
): void => {
  describe(`a live bus (${name})`, () => {
    const open: B[] = [];
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
      await Promise.all([a, b].map(listening));
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
      await listening(b);
      a.publish(event(1));
      await expect.poll(() => witness).toHaveLength(1);
      expect(got).toEqual([]);
    });

    it('brings what tells of rights, and what concerns followed organizations, to who needs only that', async () => {
      const [a, b] = await pair();
      const got: BusMessage[] = [];
      b.subscribe((message) => got.push(message), 'followed');
      await b.follow?.('o');
      await listening(b);
      const rights: BusMessage = {
        kind: 'notices',
        organizationId: 'another',
        position: 1,
        notices: [{ topic: 'rights:member:u', kind: 'changed' }],
        actorId: 'u',
      };
      for (const message of [event(1), rights, event(2)]) a.publish(message);
      await expect.poll(() => got).toEqual([event(1), rights, event(2)]);
    });

    it('does not throw when nobody listens or it is closed', async () => {
      const [a] = await pair();
      expect(() => a.publish(event(1))).not.toThrow();
      await a.close();
      expect(() => a.publish(event(2))).not.toThrow();
    });
  });
};
