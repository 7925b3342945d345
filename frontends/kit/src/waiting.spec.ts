import { describe, expect, it, vi } from 'vitest';
import { waiting } from './waiting.ts';

describe('what waits to be saved', () => {
  it('adds up over places, is tried again everywhere, and ends with the last place', () => {
    const [one, other] = [{}, {}];
    const again = vi.fn<() => void>();
    waiting.report(one, { count: 2, stuck: false, retry: again });
    waiting.report(other, { count: 3, stuck: true, retry: again });
    expect(waiting.total()).toEqual({ count: 5, stuck: true });
    waiting.retry();
    expect(again).toHaveBeenCalledTimes(2);
    waiting.report(other, { count: 0, stuck: false, retry: again });
    expect(waiting.total()).toEqual({ count: 2, stuck: false });
    waiting.report(one, null);
    expect(waiting.total()).toEqual({ count: 0, stuck: false });
  });
});
