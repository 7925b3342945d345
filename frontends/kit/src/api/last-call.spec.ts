import { describe, expect, it } from 'vitest';
import { createLastCall } from './last-call.ts';

const held = () => {
  let answer = (): void => undefined;
  let refuse = (): void => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    answer = resolve;
    refuse = () => reject(new Error('refused'));
  });
  return { promise, answer, refuse };
};

describe('the last call of a session', () => {
  it('goes after the calls on their way, whatever they are answered', async () => {
    const calls = createLastCall(60_000);
    const [write, read] = [held(), held()];
    const said: string[] = [];
    const written = calls.before(() => write.promise);
    const asked = calls.before(() => read.promise);
    const ended = calls.last(async () => void said.push('ended'));
    read.refuse();
    await expect(asked).rejects.toThrow('refused');
    expect(said).toEqual([]);
    write.answer();
    await Promise.all([written, ended]);
    expect(said).toEqual(['ended']);
  });

  it('does not wait for ever', async () => {
    const calls = createLastCall(1);
    void calls.before(() => held().promise);
    await expect(calls.last(async () => undefined)).resolves.toBeUndefined();
  });

  it('lets no call go that would be answered after it', async () => {
    const calls = createLastCall(60_000);
    const said: string[] = [];
    const logout = held();
    const ended = calls.last(() => logout.promise);
    const late = calls.before(async () => said.push('late'));
    logout.answer();
    await expect(late).rejects.toMatchObject({ name: 'AbortError' });
    await ended;
    await calls.before(async () => said.push('the next session'));
    expect(said).toEqual(['the next session']);
  });

  it('that fails lets the others go on', async () => {
    const calls = createLastCall(60_000);
    const logout = held();
    const ended = calls.last(() => logout.promise);
    const late = calls.before(async () => 'answered');
    logout.refuse();
    await expect(ended).rejects.toThrow('refused');
    expect(await late).toBe('answered');
  });
});
