import { hash } from 'node:crypto';
import { bounded, isRejection, type Actor } from '@tessera/kernel';
import { currentUserOf } from '@tessera/proto/rights';
import { topicsByName, type Hearing, type LiveTopic } from '@tessera/live';
import { rejection } from './refusals.ts';

const freshMs = 1000;
const mostAnswers = 10_000;

/** The topics that services announced; `complete` where each service has said which it has. */
export type Announced = { readonly topics: readonly LiveTopic[]; readonly complete: boolean };

/**
 * Who may listen to what, as the service says that announced the topic. An answer serves all who hold the same rights,
 * or the one person where the topic is each person's own, for 1 s. Nobody hears a topic that no service announced.
 * Rejects while the service does not answer, and while one that has not said what it announces might have it.
 */
export const createTopicCheck = (first: Announced) => {
  let find = topicsByName(first.topics);
  let { complete } = first;
  const answers = bounded<string, { readonly yes: Promise<Hearing>; readonly at: number }>(mostAnswers);
  const rights = new WeakMap<Actor, string>();
  /** What decides about a topic, other than the topic: nothing in it is the person's own, unless their role leaves rows out. */
  const rightsOf = (actor: Actor): string => {
    let own = rights.get(actor);
    if (own === undefined) {
      const { organizationId, kind, seat, roleId, permissions, hides } = actor;
      const person = permissions.table_rows === undefined ? '' : currentUserOf(actor);
      own = hash('sha256', JSON.stringify([organizationId, kind, seat, roleId, permissions, hides, person]));
      rights.set(actor, own);
    }
    return own;
  };
  const check = async (actor: Actor, text: string): Promise<Hearing> => {
    const found = find(text);
    if (found === undefined) {
      if (!complete) throw rejection('unavailable', 'service.starting');
      return false;
    }
    const { topic, id } = found;
    const key = `${rightsOf(actor)} ${text}${topic.own === true ? ` ${actor.userId ?? actor.id}` : ''}`;
    const before = answers.get(key);
    if (before !== undefined && performance.now() - before.at < freshMs) return before.yes;
    const yes = (async () => topic.mayHear(actor, id))().catch((error: unknown) => {
      if (isRejection(error) && error.kind === 'unavailable') throw error;
      return false;
    });
    yes.catch(() => answers.delete(key));
    answers.delete(key);
    answers.set(key, { yes, at: performance.now() });
    return yes;
  };
  return {
    mayRead: check,
    /** Whether every service has said what it serves. */
    complete: (): boolean => complete,
    /** Other topics from now on. Throws where two services announce the same. */
    replace: (announced: Announced): void => {
      find = topicsByName(announced.topics);
      ({ complete } = announced);
    },
  };
};
