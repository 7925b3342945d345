import { describe, expect, it } from 'vitest';
import { createCompiler, problemsOf, problemText } from './compiler.ts';
import type { Said, Sandbox } from './sandbox.ts';

describe('what a compiler says', () => {
  it('is told by line, column, code and sentence; warnings and other words are not', () => {
    const told = `/tmp/Function.cs(3,5): error CS1002: ; expected
/tmp/Function.cs(4,9): warning CS0219: The variable is assigned
error CS5001: no place
/tmp/Function.cs(12,1): error CS0246: The type 'X' could not be found
Compilation failed: 2 error(s), 1 warnings`;
    const problems = problemsOf(told);
    expect(problems).toEqual([
      { line: 3, column: 5, code: 'CS1002', text: '; expected' },
      { line: 12, column: 1, code: 'CS0246', text: "The type 'X' could not be found" },
    ]);
    expect(problemText(problems)).toBe("3:5 CS1002 ; expected\n12:1 CS0246 The type 'X' could not be found");
    expect(problemsOf('/tmp/Function.cs(1,1): error CS1: x\n'.repeat(50))).toHaveLength(20);
  });
});

describe('code that is compiled', () => {
  const of = { organizationId: 'o', functionId: 'f' };
  const code = (sourceCode: string) => ({ language: 'dotNet' as const, sourceCode });
  const machine = (answer: Said | 'ended') => {
    const kept = new Map<string, unknown>();
    const sent: object[] = [];
    let ended = 0;
    const sandbox: Sandbox = {
      ready: Promise.resolve(true),
      live: () => true,
      listen: (heard, stopped) => queueMicrotask(() => (answer === 'ended' ? stopped('ended') : heard(answer))),
      send: (line) => void sent.push(line),
      peak: async () => 0,
      end: () => void ended++,
    };
    const state = {
      get: async (_: string, __: string, key: string) => kept.get(key),
      put: async (_: string, __: string, key: string, value: unknown) => void kept.set(key, value),
      delete: async (_: string, __: string, key: string) => void kept.delete(key),
      list: async () => [...kept.keys()].map((key) => ({ key })),
    };
    const make = () => createCompiler({ state: state as never, clock: () => 0 }, { take: async () => sandbox });
    return { make, kept, sent, ended: () => ended };
  };

  it('is compiled once, also by another process, until its function is gone', async () => {
    const { make, kept, sent, ended } = machine({ result: { assembly: 'AAAA', told: '' } });
    const first = make();
    expect(await first.built(of, code('a'), true)).toEqual({ program: 'AAAA' });
    expect(await first.built(of, code('a'), true)).toEqual({ program: 'AAAA' });
    expect(await make().built(of, code('a'), true)).toEqual({ program: 'AAAA' });
    expect(sent).toEqual([{ compile: 'a' }]);
    expect(ended()).toBe(1);
    await first.forget('o', 'f');
    expect(kept.size).toBe(0);
    await first.built(of, code('a'), true);
    expect(sent).toHaveLength(2);
  });
  it('is not kept where it is tried alone', async () => {
    const { make, kept } = machine({ result: { assembly: 'AAAA', told: '' } });
    await make().built(of, code('a'), false);
    expect(kept.size).toBe(0);
  });
  it('is refused with what is wrong with it', async () => {
    const told = '/tmp/Function.cs(1,2): error CS1002: ; expected';
    expect(
      await machine({ result: { assembly: null, told } })
        .make()
        .built(of, code('a'), true),
    ).toEqual({
      problems: [{ line: 1, column: 2, code: 'CS1002', text: '; expected' }],
    });
    for (const answer of ['ended', { error: 'no' }, { result: { told: 'odd' } }] as const)
      expect(await machine(answer).make().built(of, code('a'), true)).toMatchObject({ problems: [{ line: 1 }] });
  });
  it('of a language without a compiler is what it is', async () => {
    const { make, sent } = machine('ended');
    expect(await make().built(of, { language: 'python', sourceCode: 'a' }, true)).toEqual({ program: 'a' });
    expect(sent).toEqual([]);
  });
});
