import { describe, expect, it } from 'vitest';
import { failedFiles, type FailedFile, type Part } from './parts.ts';
import { judge, toldAlone } from './verdict.ts';

const file = (name: string, failed = 1): FailedFile => ({
  project: 'integration',
  file: name,
  failed,
  first: `a test of ${name}\n    Error: it was so`,
});
const part = (changes: Partial<Part>): Part => ({
  name: 'unit',
  seconds: 10,
  passed: 5,
  failed: 0,
  notRun: 0,
  files: [],
  checks: [],
  ...changes,
});
const never = (): boolean => false;
const always = (): boolean => true;
const last = (lines: readonly string[]): string | undefined => lines.at(-1);
const under = (lines: readonly string[], title: string): readonly string[] => {
  const text = lines.join('\n').split('\n');
  const from = text.indexOf(title);
  return from < 0 ? [] : text.slice(from + 1, text.indexOf('', from));
};

describe('the verdict on a run', () => {
  it('is green with what was counted, and says what each part took of its budget', () => {
    const { ok, lines } = judge([part({}), part({ name: 'e2e', seconds: 190, passed: 2 })], never);
    expect([ok, last(lines)]).toEqual([true, '7 passed, 0 failed']);
    expect(lines).toContain('      10 s  unit (budget 60 s)');
    expect(lines.find((line) => line.includes('e2e'))).toBe(
      '\u001B[1m     190 s  e2e (budget 150 s), over it\u001B[22m',
    );
  });

  it('counts what passes alone as passed, and names it as unsteady with its first failure', () => {
    const files = [file('a.int.spec.ts', 2)];
    const { ok, lines } = judge([part({ failed: 2, files })], always);
    expect([ok, last(lines)]).toEqual([true, '7 passed, 0 failed']);
    expect(under(lines, 'Unsteady:')).toEqual([
      '  integration a.int.spec.ts: a test of a.int.spec.ts',
      '    Error: it was so',
    ]);
  });

  it('is red for what fails again, and names it with its first lines', () => {
    const files = [file('a.int.spec.ts'), file('b.int.spec.ts')];
    const { ok, lines } = judge([part({ failed: 2, files })], (one) => one.file.startsWith('a'));
    expect([ok, last(lines)]).toEqual([false, '6 passed, 1 failed']);
    expect(under(lines, 'What failed:')[0]).toBe('  integration b.int.spec.ts: a test of b.int.spec.ts');
  });

  it('is red for more than three unsteady files', () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => file(name));
    expect(judge([part({ failed: 3, files: files.slice(1) })], always).ok).toBe(true);
    const { ok, lines } = judge([part({ failed: 4, files })], always);
    expect([ok, last(lines)]).toEqual([false, '9 passed, 1 failed']);
    expect(under(lines, 'What failed:')).toEqual(['  4 files are unsteady; 3 may be']);
  });

  it('tries nothing again where much is broken, nor a check', () => {
    const files = Array.from({ length: 9 }, (_, n) => file(String(n)));
    expect(judge([part({ failed: 9, files })], always).ok).toBe(false);
    const { ok, lines } = judge([part({ failed: 1, checks: ['lint\n    a line'] })], always);
    expect([ok, under(lines, 'What failed:')]).toEqual([false, ['  lint', '    a line']]);
  });

  it('is red for what ended badly and counted nothing, and for nothing at all', () => {
    const { ok, lines } = judge([part({})], never, ['npm test ended with 7']);
    expect([ok, last(lines)]).toEqual([false, '5 passed, 1 failed']);
    expect(judge([], never).ok).toBe(false);
  });
});

describe('the failed files of a report', () => {
  const test = (status: string, said = '') => ({ fullName: `it ${status}`, status, failureMessages: [said] });
  const of = (name: string, status: string, message: string, tests: readonly ReturnType<typeof test>[]) => ({
    name: `/root/${name}`,
    status,
    message,
    startTime: 0,
    endTime: 1,
    assertionResults: tests,
  });
  it('are those with a failed test, and those that could not be loaded', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 2,
      testResults: [
        of('a.spec.ts', 'passed', '', [test('passed')]),
        of('b.spec.ts', 'failed', '', [test('passed'), test('failed', 'Error: one\n\n  at b'), test('failed')]),
        of('c.spec.ts', 'failed', 'SyntaxError: no', []),
      ],
    };
    expect(failedFiles('/root/', 'unit', report)).toEqual([
      { project: 'unit', file: 'b.spec.ts', failed: 2, first: 'it failed\n    Error: one\n      at b' },
      { project: 'unit', file: 'c.spec.ts', failed: 1, first: 'could not be run\n    SyntaxError: no' },
    ]);
  });

  it('tells a story nothing of the engines, which its product would refuse', () => {
    expect(toldAlone({ project: 'e2e' })).toEqual({});
    expect(toldAlone({ project: 'cluster' })).toEqual({ TESSERA_CLUSTER_WORKERS: '1' });
    expect(toldAlone({ project: 'e2e', platform: true })).toEqual({
      TESSERA_CLUSTER_WORKERS: '1',
      TESSERA_E2E: 'cluster',
    });
  });
});
