import { fold, type Rejection } from '@tessera/kernel';
import type { RateLimits } from '@tessera/shared-state';
import { addressKey } from '@tessera/web';
import type { IncomingMessage } from 'node:http';
import type { Devices } from './devices.ts';
import { rejection } from '../refusals.ts';

/** Where an attempt comes from. */
export type Attempt = { readonly raw: IncomingMessage; readonly ip: string };

const limited = (seconds: number): Rejection =>
  rejection('limited', 'request.limited', `Too many attempts. Try again in ${seconds} s.`, { retryAfter: seconds });

/**
 * How often passwords may be tried, by account and by address apart. An account takes ten attempts in ten minutes from
 * browsers that it does not know, wherever they come from, and as many from each that it knows. An address takes a
 * hundred wrong passwords, ten a minute after that; right ones cost it nothing, so a whole company behind one address
 * signs in at once.
 */
export const createThrottle = ({
  limits,
  on,
  devices,
}: {
  readonly limits: RateLimits;
  readonly on: boolean;
  readonly devices: Devices;
}) => {
  const perAccount = limits.limiter('sign-in.account', { capacity: 10, perSecond: 10 / 600 });
  const perDevice = limits.limiter('sign-in.device', { capacity: 10, perSecond: 10 / 600 });
  const resets = limits.limiter('password-reset', { capacity: 3, perSecond: 3 / 3600 });
  const codes = limits.limiter('second-factor', { capacity: 10, perSecond: 10 / 600 });
  const wrong = limits.limiter('sign-in.wrong', { capacity: 100, perSecond: 10 / 60 });

  return {
    /** Before a password of an account is looked at. Throws `request.limited`. */
    begin: async (email: string, { raw, ip }: Attempt): Promise<void> => {
      if (!on) return;
      const key = fold(email);
      const device = await devices.known(email, raw.headers);
      const seconds =
        device === undefined
          ? (await wrong.wait(addressKey(ip), 1)) || (await perAccount.take(key, 1))
          : await perDevice.take(`${key} ${device}`, 1);
      if (seconds > 0) throw limited(seconds);
    },
    /**
     * Before a link to a new password is sent: three an hour for an address, whether anybody has it or not. Throws
     * `request.limited`.
     */
    reset: async (email: string): Promise<void> => {
      const seconds = on ? await resets.take(fold(email), 1) : 0;
      if (seconds > 0) throw limited(seconds);
    },
    /** Before a code of an account is looked at: ten in ten minutes. Throws `request.limited`. */
    code: async (accountId: string): Promise<void> => {
      const seconds = on ? await codes.take(accountId, 1) : 0;
      if (seconds > 0) throw limited(seconds);
    },
    /** After one that was wrong. */
    failed: async ({ ip }: Attempt): Promise<void> => {
      if (on) await wrong.take(addressKey(ip), 1);
    },
  };
};
