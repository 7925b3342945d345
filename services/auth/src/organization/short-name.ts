import { fold, read, reservedNames, type CommandHandler, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { ShortName } from '../evolve.ts';
import { ready } from '../ready.ts';
import { conflict, invalid } from '../refusals.ts';

const longest = 30;

/** Whether an organization may be called so: 3 to 30 letters and digits, of which not all look like an id. */
export const isShortName = (name: string): boolean =>
  /^[a-z0-9]{3,30}$/.test(name) && /[a-z]/.test(name) && name.length !== 26 && !reservedNames.has(name);

/** A short name out of a name, and the next ones where it is taken: `marlow`, `marlow2`. */
export function* shortNamesFor(name: string): Generator<string> {
  const plain = fold(name)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, longest - 6);
  const base = plain.length < 3 || !/[a-z]/.test(plain) ? `org${plain}` : plain;
  for (let count = 1; ; count++) {
    const next = count === 1 ? base : `${base}${count}`;
    if (isShortName(next)) yield next;
  }
}

type Name = { readonly organizationId: string; readonly shortName: string };
type State = { readonly own: Snapshot<ShortName | undefined>; readonly owner: string | undefined };

const scope = 'organization.short_name';
export const shortNameClaim = (shortName: string, owner: string) => ({ scope, key: shortName, owner });

function* load({ organizationId, shortName }: Name): Loading<State> {
  const own = yield* read.snapshot<ShortName | undefined>(`short-name:${organizationId}`);
  const [owner] = yield* read.claims(scope, [shortName]);
  return { own, owner };
}

/** Names an organization in addresses, in the system organization; the name that it had is free again. */
export const nameOrganization: CommandHandler<Name, State, AuthEvent, null> = {
  load,
  decide: ({ organizationId, shortName }, { own, owner }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (!isShortName(shortName)) throw invalid('organization.short_name');
    const before = own.state?.shortName ?? '';
    if (before === shortName) return { events: [] };
    if (owner !== undefined && owner !== organizationId) throw conflict('organization.short_name_taken');
    return {
      events: [
        {
          event: event('organizationNamed', { organizationId, shortName, before }),
          advances: [{ stream: `short-name:${organizationId}`, version: own.version + 1 }],
        },
      ],
      claims: [shortNameClaim(shortName, organizationId)],
      ...(before !== '' && { releases: [shortNameClaim(before, organizationId)] }),
    };
  },
  answer: () => ready(null),
};
