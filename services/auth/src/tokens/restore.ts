import { newId } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { ApiToken } from '../evolve.ts';
import { dropResetLinks } from '../reset/links.ts';
import type { TokenSecret } from '../sessions/sessions.ts';
import { dropFactors } from '../second-factor/factors.ts';
import { drop } from '../small-state.ts';

const place = ['', 'restore', 'access'] as const;
type Restored = { readonly id: string };
/** More tokens than an installation has. */
export const mostTokens = 100_000;

/** Which restore was the last, by its id; undefined where no backup was ever restored. */
export const lastRestore = async (vault: ServicePorts['vault']): Promise<string | undefined> =>
  (await vault.get<Restored>(...place))?.id;

/** Whether a token works: made since the last restore, or confirmed after it. */
export const isConfirmed = (restore: string | undefined, secret: TokenSecret, token: ApiToken): boolean =>
  restore === undefined || secret.since === restore || token.confirmedFor === restore;

/**
 * What a restore does to access, before anything serves: a backup brings back sessions that were ended and tokens that
 * were deleted since, so every session and every link to a new password ends, and no API token works until an administrator has confirmed it.
 */
export const closeAccess = async ({
  state,
  vault,
}: Pick<ServicePorts, 'state' | 'vault'>): Promise<{ readonly sessions: number; readonly tokens: number }> => {
  const sessions = await drop(state, 'session', () => true);
  await dropResetLinks(vault);
  await dropFactors(vault);
  await vault.put(...place, { id: newId() } satisfies Restored);
  return { sessions, tokens: (await vault.list('', 'api-token', '', mostTokens)).length };
};
