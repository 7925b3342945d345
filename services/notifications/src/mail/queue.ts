import { isRejection, type PayloadOf } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { heldElsewhere, holding } from '@tessera/shared-state';
import type { NotificationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { NotificationsCommands } from '../write.ts';
import type { ContentsOf } from './contents.ts';
import type { Mail } from './evolve.ts';
import type { HandOver, Handed } from './smtp.ts';

export type Timing = {
  /** How often a process looks for mail that nobody sends. */
  readonly sweepMs: number;
  /** The wait after the first failed try; it doubles up to `longestMs`. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Tries until a mail is set aside. */
  readonly attempts: number;
};
/** About a day and a half of tries. */
export const usualTiming: Timing = { sweepMs: 15_000, firstMs: 30_000, longestMs: 4 * 3_600_000, attempts: 16 };
const atOnce = 4;
const mostWaiting = 1_000;

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'clock' | 'log'> & { readonly store: NotificationsStore };

/** The wait before the next try, in ms: doubling, and between half and all of it, so that not all come back at once. */
export const backOff = (attempts: number, { firstMs, longestMs }: Timing, random: () => number): number =>
  Math.min(longestMs, firstMs * 2 ** attempts) * (0.5 + random() / 2);

/**
 * Sends what waits, one organization at a time by one process. Mails to one receiver go in their order: one that waits
 * for its next try holds up those behind it, one that was set aside does not.
 */
export const createQueue = (
  { store, documents, leases, clock, log }: Ports,
  contentsOf: ContentsOf,
  handOver: HandOver,
  sender: { readonly from: string; readonly host: string },
  { timing = usualTiming, random = Math.random }: { readonly timing?: Timing; readonly random?: () => number } = {},
) => {
  const running = new Map<string, Promise<void>>();
  /** Asked for while it ran. */
  const again = new Set<string>();
  let stopping = false;
  let sweeper: NodeJS.Timeout | undefined;
  const timers = new Map<string, NodeJS.Timeout>();

  const tell = <T extends keyof NotificationsCommands>(
    organizationId: string,
    type: T,
    payload: PayloadOf<NotificationsCommands[T]>,
  ): Promise<unknown> => store.execute({ type, payload }, asSystem(organizationId));

  const after = async (organizationId: string, mail: Mail, handed: Handed): Promise<void> => {
    const mailId = mail.id;
    if (handed.as === 'sent') return void (await tell(organizationId, 'endMail', { mailId }));
    const { as, reason } = handed;
    log.warn('a mail was not sent', { organizationId, mailId, as, reason });
    if (as === 'later' && mail.attempts + 1 < timing.attempts) {
      const nextTryAt = Math.round(clock() + backOff(mail.attempts, timing, random));
      return void (await tell(organizationId, 'delayMail', { mailId, nextTryAt, reason }));
    }
    const why = as === 'later' ? 'exhausted' : as === 'never' ? 'refused' : 'unknown';
    await tell(organizationId, 'setMailAside', { mailId, why, reason });
  };

  const send = async (organizationId: string, mail: Mail): Promise<void> => {
    const mailId = mail.id;
    // Who sent it before is gone, and nobody knows how far it came.
    if (mail.begun)
      return after(organizationId, mail, { as: 'unknown', reason: 'The server stopped while it was sent.' });
    const contents = await contentsOf(organizationId, mail);
    if (contents === 'gone') return void (await tell(organizationId, 'dropMail', { mailId }));
    const { to, letter } = contents;
    const outgoing = {
      from: sender.from,
      to,
      letter,
      messageId: `${mailId}@${sender.host}`,
      date: new Date(mail.queuedAt),
    };
    const handed = await handOver(outgoing, () => tell(organizationId, 'beginMail', { mailId }).then(() => undefined));
    await after(organizationId, mail, handed);
  };

  const waiting = (organizationId: string): Promise<readonly Mail[]> =>
    documents.find<Mail>(organizationId, 'mails', { state: 'waiting' }, mostWaiting);

  /** The first of each receiver, that is due. */
  const due = (all: readonly Mail[]): readonly Mail[] => {
    const first = new Map<string, Mail>();
    for (const one of all.toSorted((a, b) => a.queuedAt - b.queuedAt || (a.id < b.id ? -1 : 1)))
      if (!first.has(one.receiver)) first.set(one.receiver, one);
    return [...first.values()].filter(({ nextTryAt }) => nextTryAt <= clock());
  };

  const work = async (organizationId: string, lost: AbortSignal): Promise<void> => {
    while (!stopping && !lost.aborted) {
      const all = await waiting(organizationId);
      const ready = due(all);
      if (ready.length === 0) {
        const next = Math.min(...all.map(({ nextTryAt }) => nextTryAt).filter((at) => at > clock()));
        if (Number.isFinite(next)) later(organizationId, next - clock());
        return;
      }
      for (let from = 0; from < ready.length && !stopping && !lost.aborted; from += atOnce)
        await Promise.all(ready.slice(from, from + atOnce).map((one) => send(organizationId, one)));
    }
  };

  const run = (organizationId: string): Promise<void> => {
    if (stopping) return Promise.resolve();
    const known = running.get(organizationId);
    if (known !== undefined) {
      again.add(organizationId);
      return known;
    }
    const doing = (async () => {
      try {
        do {
          again.delete(organizationId);
          const done = await holding(leases, `mail:${organizationId}`, (lost) => work(organizationId, lost));
          if (done === heldElsewhere) return;
        } while (again.has(organizationId) && !stopping);
      } catch (error) {
        // The next look takes it up again.
        const wait = isRejection(error) && error.kind === 'unavailable';
        if (!stopping) log[wait ? 'warn' : 'error']('mail waits', { organizationId, error: String(error) });
      } finally {
        running.delete(organizationId);
      }
    })();
    running.set(organizationId, doing);
    return doing;
  };

  const later = (organizationId: string, ms: number): void => {
    clearTimeout(timers.get(organizationId));
    const timer = setTimeout(
      () => {
        timers.delete(organizationId);
        void run(organizationId);
      },
      Math.min(ms, timing.sweepMs),
    );
    timer.unref();
    timers.set(organizationId, timer);
  };

  const sweep = async (): Promise<void> => {
    for (const organizationId of await store.organizations())
      if (!stopping && (await waiting(organizationId)).length > 0) void run(organizationId);
  };

  return {
    /** Looks at an organization's mail now. */
    wake: (organizationId: string): void => void run(organizationId),
    start: (): void => {
      const look = (): void =>
        void sweep().catch((error: unknown) =>
          log.warn('waiting mail could not be looked for', { error: String(error) }),
        );
      look();
      sweeper = setInterval(look, timing.sweepMs);
      sweeper.unref();
    },
    /** Lets what is being handed over come to its end. */
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(sweeper);
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};
export type Queue = ReturnType<typeof createQueue>;
