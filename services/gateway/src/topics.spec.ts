import { passedOn, type Actor } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { createTopicCheck } from './topics.ts';

const actor = (id: string): Actor =>
  ({ id, userId: id, organizationId: 'o', kind: 'user', seat: 'member', roleId: 'r', permissions: {} }) as never;
const id = '0'.repeat(26);

describe('who may hear of a live topic', () => {
  it('is asked of whoever announced it, with its id', async () => {
    const asked: string[] = [];
    const mayHear = (_: Actor, one: string) => {
      asked.push(one);
      return 'unnamed' as const;
    };
    const { mayRead } = createTopicCheck({ topics: [{ head: 'board', id: true, mayHear }], complete: true });
    expect(await mayRead(actor('ana'), `board:${id}`)).toBe('unnamed');
    expect(asked).toEqual([id]);
  });

  it('is nobody where no service announced it, or announced it in another shape', async () => {
    const topics = [{ head: 'board', id: true, mayHear: () => true }];
    const { mayRead } = createTopicCheck({ topics, complete: true });
    expect(await mayRead(actor('ana'), 'board')).toBe(false);
    expect(await mayRead(actor('ana'), `chess:${id}`)).toBe(false);
  });

  it('is not known while a service that might have it has not said so, and known once it has', async () => {
    const { mayRead, replace } = createTopicCheck({ topics: [], complete: false });
    await expect(mayRead(actor('ana'), 'board')).rejects.toMatchObject({ kind: 'unavailable' });
    replace({ topics: [{ head: 'board', id: false, mayHear: () => true }], complete: true });
    expect(await mayRead(actor('ana'), 'board')).toBe(true);
  });

  it('is asked for each person whose role leaves rows out, which may differ between them', async () => {
    const asked: string[] = [];
    const mayHear = ({ id: who }: Actor) => asked.push(who) > 0;
    const { mayRead } = createTopicCheck({ topics: [{ head: 'board', id: true, mayHear }], complete: true });
    const permissions = { table_rows: { t: { fieldId: 'f', operator: 'isEmpty' } } };
    for (const who of ['ana', 'bo', 'ana']) await mayRead({ ...actor(who), permissions } as never, `board:${id}`);
    expect(asked).toEqual(['ana', 'bo']);
  });

  it('is answered once for all of equal rights, and for each person where the topic is their own', async () => {
    const asked: string[] = [];
    const mayHear = ({ id: who }: Actor, topic: string) => {
      asked.push(who + topic);
      return who === 'ana';
    };
    const { mayRead } = createTopicCheck({
      topics: [
        { head: 'shared', id: false, mayHear },
        { head: 'own', id: true, own: true, mayHear },
      ],
      complete: true,
    });
    expect(await mayRead(actor('ana'), 'shared')).toBe(true);
    expect(await mayRead(actor('ben'), 'shared')).toBe(true);
    expect(await mayRead(actor('ana'), `own:${id}`)).toBe(true);
    expect(await mayRead(actor('ben'), `own:${id}`)).toBe(false);
    expect(asked).toEqual(['ana', `ana${id}`, `ben${id}`]);
  });

  it('is nobody where the question fails, but not known where the service is away', async () => {
    const failing = (error: Error) => ({
      mayHear: () => {
        throw error;
      },
    });
    const { mayRead } = createTopicCheck({
      topics: [
        { head: 'gone', id: false, ...failing(passedOn('not_found', 'x', 'x')) },
        { head: 'away', id: false, ...failing(passedOn('unavailable', 'x', 'x')) },
      ],
      complete: true,
    });
    expect(await mayRead(actor('ana'), 'gone')).toBe(false);
    await expect(mayRead(actor('ana'), 'away')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('cannot be announced by two services', () => {
    const one = { head: 'board', id: true, mayHear: () => true };
    expect(() => createTopicCheck({ topics: [one, one], complete: true })).toThrow(
      'the live topic board is announced twice',
    );
  });
});
