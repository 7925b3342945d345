import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterHistorySteps, historyStep } from './history-steps.ts';

/** A browser's history that takes a step some time after it was asked for, as browsers do. */
const browser = () => {
  const said: string[] = [];
  const listeners = new Set<() => void>();
  vi.stubGlobal('window', {
    addEventListener: (_type: string, run: () => void) => listeners.add(run),
    removeEventListener: (_type: string, run: () => void) => listeners.delete(run),
  });
  vi.stubGlobal('history', {
    go: (by: number) => {
      said.push(`asked ${by}`);
      if (Math.abs(by) > 8) return;
      setTimeout(() => {
        said.push(`went ${by}`);
        for (const run of new Set(listeners)) run();
      }, 50);
    },
  });
  return said;
};

describe('steps through the history', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('are gone before what leads elsewhere', async () => {
    const said = browser();
    void afterHistorySteps(() => void said.push('at once'));
    expect(said).toEqual(['at once']);
    void historyStep(-1);
    void afterHistorySteps(() => void said.push('later'));
    void historyStep(-2);
    void afterHistorySteps(() => void said.push('last'));
    await vi.runAllTimersAsync();
    expect(said).toEqual(['at once', 'asked -1', 'went -1', 'later', 'asked -2', 'went -2', 'last']);
    void afterHistorySteps(() => void said.push('at once again'));
    expect(said.at(-1)).toBe('at once again');
  });

  it('hold nothing up where there is no such entry', async () => {
    const said = browser();
    void historyStep(-9);
    void afterHistorySteps(() => void said.push('later'));
    await vi.advanceTimersByTimeAsync(900);
    expect(said).toEqual(['asked -9']);
    await vi.advanceTimersByTimeAsync(200);
    expect(said).toEqual(['asked -9', 'later']);
  });
});
