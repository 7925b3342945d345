import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { startTestProduct, type TestProduct } from '../../../../infra/runtime/src/testing.ts';
import type { NotificationsEvent } from '../events.ts';
import { asSystem } from '../system.ts';
import type { Mail } from './evolve.ts';
import { backOff, createQueue, usualTiming, type Timing } from './queue.ts';
import type { Handed, Outgoing } from './smtp.ts';

let product: TestProduct;
beforeAll(async () => {
  // Without a mail server the product itself sends nothing.
  product = await startTestProduct();
});
afterAll(() => product.stop());

const timing: Timing = { sweepMs: 1_000, firstMs: 20, longestMs: 100, attempts: 4 };
const letter = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

const portsOf = () => product.ports('notifications') as ServicePorts<NotificationsEvent>;

/** A queue of an organization of its own; `hand` says what becomes of each mail. */
const begin = (hand: (mail: Outgoing, begun: () => Promise<void>) => Promise<Handed>) => {
  const ports = portsOf();
  const organizationId = newId();
  const contents = new Map<string, string>();
  const queue = createQueue(
    ports,
    async (_organization, { reference }) => ({ to: contents.get(reference)!, letter }),
    hand,
    { from: 'tessera@marlow.example', host: 'marlow.example' },
    { timing },
  );
  const put = async (to: string, receiver = to): Promise<string> => {
    const mailId = newId();
    contents.set(mailId, to);
    const payload = { mailId, kind: 'invitation', reference: mailId, receiver, held: false };
    await ports.store.execute({ type: 'queueMail', payload }, asSystem(organizationId));
    return mailId;
  };
  const until = (id: string, state: Mail['state']): Promise<Mail> =>
    vi.waitFor(
      async () => {
        const mail = await ports.documents.get<Mail>(organizationId, 'mails', id);
        if (mail?.state !== state) throw new Error(`the mail is ${JSON.stringify(mail)}`);
        return mail;
      },
      { interval: 10, timeout: 30_000 },
    );
  return { queue, put, until, organizationId, wake: () => queue.wake(organizationId) };
};

describe('the queue of mail', () => {
  it('keeps the order of a receiver while one waits, and lets others go on', async () => {
    const sent: string[] = [];
    let failures = 2;
    const { put, until, wake, queue } = begin(async ({ to, messageId }) => {
      if (to === 'a@x.example' && failures > 0) {
        failures--;
        return { as: 'later', reason: '451' };
      }
      sent.push(`${to} ${messageId.split('@')[0]}`);
      return { as: 'sent' };
    });
    const first = await put('a@x.example');
    const second = await put('a@x.example');
    const other = await put('b@x.example');
    wake();
    await until(second, 'sent');
    expect(sent).toEqual([`b@x.example ${other}`, `a@x.example ${first}`, `a@x.example ${second}`]);
    expect((await until(first, 'sent')).attempts).toBe(2);
    await queue.stop();
  });

  it('sets a mail aside after its tries, and the next of the receiver is sent', async () => {
    let tries = 0;
    const { put, until, wake, queue } = begin(async ({ messageId }) => {
      if (!messageId.startsWith(first)) return { as: 'sent' };
      tries++;
      return { as: 'later', reason: '421 busy' };
    });
    const first = await put('a@x.example');
    const second = await put('a@x.example');
    wake();
    expect(await until(first, 'aside')).toMatchObject({ why: 'exhausted', reason: '421 busy' });
    await until(second, 'sent');
    expect(tries).toBe(timing.attempts);
    await queue.stop();
  });

  it('hands a mail over once when two processes look at it', async () => {
    const handed: string[] = [];
    const hand = async ({ messageId }: Outgoing, begun: () => Promise<void>): Promise<Handed> => {
      await begun();
      handed.push(messageId);
      return { as: 'sent' };
    };
    const one = begin(hand);
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => one.put(`${n}@x.example`)));
    const two = createQueue(
      portsOf(),
      async () => ({ to: 'x@x.example', letter }),
      hand,
      { from: 'tessera@marlow.example', host: 'marlow.example' },
      { timing },
    );
    one.wake();
    two.wake(one.organizationId);
    await Promise.all(ids.map((id) => one.until(id, 'sent')));
    expect(handed.length).toBe(new Set(handed).size);
    expect(handed).toHaveLength(20);
    await Promise.all([one.queue.stop(), two.stop()]);
  });

  it('sets aside what a process left while it was handed over', async () => {
    const hand = vi.fn<() => Promise<Handed>>(async (): Promise<Handed> => ({ as: 'sent' }));
    const { put, until, wake, queue, organizationId } = begin(hand);
    const id = await put('a@x.example');
    await product
      .ports('notifications')
      .store.execute({ type: 'beginMail', payload: { mailId: id } }, asSystem(organizationId));
    wake();
    expect(await until(id, 'aside')).toMatchObject({ why: 'unknown' });
    expect(hand).not.toHaveBeenCalled();
    await queue.stop();
  });
});

describe('the wait before the next try', () => {
  it('doubles up to its longest, and is between half and all of it', () => {
    const least = [0, 1, 2, 20].map((attempts) => backOff(attempts, usualTiming, () => 0));
    const most = [0, 1, 2, 20].map((attempts) => backOff(attempts, usualTiming, () => 1));
    expect(least).toEqual([15_000, 30_000, 60_000, 7_200_000]);
    expect(most).toEqual([30_000, 60_000, 120_000, 14_400_000]);
  });
});
