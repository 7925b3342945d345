import { erasedPerson } from '@tessera/fields';
import { bounded, systemActor, type Actor, type Clock } from '@tessera/kernel';
import type { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { userOf } from '@tessera/proto/rights';
import { actorFromMessage, type RpcHandlers } from '@tessera/rpc';

/** Somebody of an organization; `active` while they may come in. */
export type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly active: boolean;
};

/** What services know of an organization: its people and how it reads dates. Auth's answer, at most 5 s old. */
export type OrganizationFacts = {
  /** Everybody, former members included. */
  readonly everyone: readonly Person[];
  readonly names: ReadonlyMap<string, string>;
  /** An active member by id, address or name, whatever its case. */
  readonly find: (text: string) => string | undefined;
  /** The same among former members as well, and not by id. */
  readonly findAnyone: (text: string) => string | undefined;
  readonly language: string;
  readonly timezone: string;
  /** The sign of amounts whose field has none. */
  readonly currency: string;
  /** Whether what its people ask of the AI builder may leave the installation. */
  readonly ai: boolean;
  /** The first day of its weeks: 0 is Sunday. */
  readonly weekStart: 0 | 1;
  /** Nobody has tasks. */
  readonly hidesTasks: boolean;
  /** Days of a week on which its people work, 1 is Monday, and days on which nobody does, YYYY-MM-DD. */
  readonly workingDays: readonly number[];
  readonly holidays: readonly string[];
};

/** Who began some work: a person, or a token that acts for one. */
export type Beginner = {
  readonly organizationId: string;
  readonly userId: string;
  readonly tokenId?: string | undefined;
};

export const beginnerOf = (actor: Actor): Beginner => ({
  organizationId: actor.organizationId,
  userId: userOf(actor),
  ...(actor.id !== userOf(actor) && { tokenId: actor.id }),
});

export type Directory = {
  facts(actor: Actor): Promise<OrganizationFacts>;
  /**
   * Who began some work that goes on, with the rights of now; undefined once they are no member any more, or the token
   * that began it is deleted. Asked of auth each time.
   */
  present(beginner: Beginner): Promise<Actor | undefined>;
};

const maxAge = 5_000;
const deadlineMs = 5_000;
const pageSize = 1_000;
/** Organizations whose people are kept. */
const mostKept = 1_000;

type People = Pick<OrganizationFacts, 'everyone' | 'find' | 'findAnyone'> & { readonly position: number };
type Known = { readonly at: number; readonly people: Promise<People>; readonly facts: Promise<OrganizationFacts> };

const indexOf = (everyone: readonly Person[], position: number): People => {
  const active = new Map<string, string>();
  const known = bounded<string, string>(mostKept);
  // An address says more than a name, and an id more than both: the later one stays.
  for (const { id, name, active: on } of everyone) {
    known.set(name.trim().toLowerCase(), id);
    if (on) active.set(name.toLowerCase(), id);
  }
  for (const { id, email, active: on } of everyone) {
    known.set(email.toLowerCase(), id);
    if (on) active.set(email.toLowerCase(), id);
  }
  for (const { id, active: on } of everyone) if (on) active.set(id, id);
  return {
    everyone,
    position,
    find: (text) => active.get(text) ?? active.get(text.trim().toLowerCase()),
    findAnyone: (text) => known.get(text.trim().toLowerCase()),
  };
};

/**
 * Asks auth once for many callers, organization by organization. People are read page by page, and again only when
 * something of theirs changed.
 */
export const createDirectory = (auth: RpcHandlers<AuthServiceDefinition>, clock: Clock, service: string): Directory => {
  const known = new Map<string, Known>();

  const readPeople = async (actor: Actor, before: People | undefined): Promise<People> => {
    const context = { actor, deadlineMs };
    const first = await auth.listUsers({ after: '', limit: pageSize, knownPosition: before?.position ?? 0 }, context);
    if (first.unchanged && before !== undefined) return before;
    const users = [...first.users];
    for (let { next } = first; next !== '';) {
      const page = await auth.listUsers({ after: next, limit: pageSize, knownPosition: 0 }, context);
      users.push(...page.users);
      next = page.next;
    }
    const everyone = users.map(({ id, name, email, active, erased }) => ({
      id,
      // Whoever was forgotten has no name; what stands for it depends on the reader's language.
      name: erased ? '' : name,
      email,
      active,
    }));
    return indexOf(everyone, first.position);
  };

  const factsOf = async (actor: Actor, reading: Promise<People>): Promise<OrganizationFacts> => {
    const [people, { timezone, language, currencySymbol, ai, hideTasks, workingDays, holidays }] = await Promise.all([
      reading,
      auth.getOrganization({}, { actor, deadlineMs }),
    ]);
    const everyone = people.everyone.map((one) => (one.name === '' ? { ...one, name: erasedPerson(language) } : one));
    return {
      everyone,
      names: new Map(everyone.map(({ id, name }) => [id, name])),
      find: people.find,
      findAnyone: people.findAnyone,
      language: language === '' ? 'en' : language,
      timezone: timezone === '' ? 'UTC' : timezone,
      currency: currencySymbol,
      ai,
      weekStart: language === 'es' ? 1 : 0,
      hidesTasks: hideTasks,
      workingDays,
      holidays,
    };
  };

  return {
    facts(actor) {
      const { organizationId } = actor;
      const now = clock();
      const entry = known.get(organizationId);
      if (entry !== undefined && now - entry.at < maxAge) return entry.facts;
      const people = (async () => readPeople(actor, await entry?.people.catch(() => undefined)))();
      const facts = factsOf(actor, people);
      known.delete(organizationId);
      known.set(organizationId, { at: now, people, facts });
      facts.catch(() => {
        if (known.get(organizationId)?.facts === facts) known.delete(organizationId);
      });
      return facts;
    },
    async present({ organizationId, userId, tokenId = '' }) {
      const { actor } = await auth.getActor(
        { organizationId, userId, tokenId },
        { actor: systemActor(service, organizationId), deadlineMs },
      );
      return actor === undefined ? undefined : actorFromMessage(actor);
    },
  };
};
