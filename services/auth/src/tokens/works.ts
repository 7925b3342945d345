import type { ApiToken } from '../evolve.ts';

/** Whether a token lets anybody in at a moment (milliseconds since the Unix epoch): switched on, and not at its end. */
export const works = ({ off, expiresAt }: Pick<ApiToken, 'off' | 'expiresAt'>, now: number): boolean =>
  off !== true && (expiresAt === undefined || now < expiresAt);
