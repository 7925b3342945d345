import type { Change, Provider } from './sign-in.resource.ts';

export const kinds = ['oidc', 'google', 'microsoft', 'apple'] as const;
export type Kind = (typeof kinds)[number];
export const seats = ['builder', 'member', 'viewer'] as const;
type Seat = (typeof seats)[number];

/** What is typed. */
export type Draft = {
  readonly kind: Kind;
  readonly name: string;
  readonly at: string;
  readonly clientId: string;
  readonly secret: string;
  readonly teamId: string;
  readonly keyId: string;
  readonly domains: string;
  readonly joins: boolean;
  readonly role: string;
  readonly seat: Seat;
};

export const draftOf = (provider: Provider | undefined, names: Readonly<Record<Kind, string>>): Draft => ({
  kind: provider?.kind ?? 'oidc',
  name: provider?.name ?? names.oidc,
  at: provider?.at ?? '',
  clientId: provider?.client_id ?? '',
  secret: '',
  teamId: provider?.team_id ?? '',
  keyId: provider?.key_id ?? '',
  domains: provider?.domains.join(', ') ?? '',
  joins: provider?.joins ?? false,
  role: provider?.role ?? '',
  seat: provider?.seat ?? 'member',
});

/** The domains that somebody wrote, by commas, spaces or lines. */
export const domainsIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^@/, '').toLowerCase())
    .filter((one) => one !== '');

/** The parts that are not complete. */
export const missing = (draft: Draft, isNew: boolean): ReadonlySet<keyof Draft> => {
  const lacks = (part: keyof Draft, wanted = true): (keyof Draft)[] =>
    wanted && String(draft[part]).trim() === '' ? [part] : [];
  const apple = draft.kind === 'apple';
  return new Set<keyof Draft>([
    ...lacks('name'),
    ...lacks('clientId'),
    ...lacks('at', draft.kind === 'oidc' || draft.kind === 'microsoft'),
    ...lacks('secret', isNew),
    ...lacks('teamId', apple),
    ...lacks('keyId', apple),
    ...lacks('role', draft.joins),
    ...(draft.joins && domainsIn(draft.domains).length === 0 ? (['domains'] as const) : []),
  ]);
};

/** What is sent of a draft. */
export const bodyOf = (draft: Draft) =>
  ({
    name: draft.name.trim(),
    at: draft.at.trim(),
    client_id: draft.clientId.trim(),
    ...(draft.secret.trim() !== '' && { client_secret: draft.secret.trim() }),
    team_id: draft.teamId.trim(),
    key_id: draft.keyId.trim(),
    domains: domainsIn(draft.domains),
    joins: draft.joins,
    role: draft.role === '' ? null : draft.role,
    seat: draft.role === '' ? null : draft.seat,
  }) satisfies Change;
