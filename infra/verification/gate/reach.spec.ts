import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readGraph, reached, type Graph } from './reach.ts';

const graph: Graph = new Map([
  ['infra/kernel/src/ids.ts', []],
  ['services/tables/src/decide.ts', ['infra/kernel/src/ids.ts']],
  ['services/tables/src/index.ts', ['services/tables/src/decide.ts']],
  ['services/tables/src/decide.spec.ts', ['services/tables/src/decide.ts']],
  ['services/auth/src/decide.ts', ['infra/kernel/src/ids.ts']],
  ['services/auth/src/decide.spec.ts', ['services/auth/src/decide.ts']],
  ['infra/runtime/src/embedded.ts', ['services/tables/src/index.ts']],
  ['infra/runtime/src/runtime.int.spec.ts', ['infra/runtime/src/embedded.ts']],
  ['services/tables/src/records.int.spec.ts', ['infra/runtime/src/embedded.ts']],
  ['services/auth/src/auth.int.spec.ts', ['infra/runtime/src/embedded.ts']],
]);

describe('what a change reaches', () => {
  it('is what imports it, and the started product of its own package alone', () => {
    expect(reached(graph, ['services/tables/src/decide.ts'])).toEqual([
      'services/tables/src/decide.spec.ts',
      'services/tables/src/records.int.spec.ts',
    ]);
  });
  it('is every user of what all share', () => {
    expect(reached(graph, ['infra/kernel/src/ids.ts'])).toEqual([
      'services/auth/src/decide.spec.ts',
      'services/tables/src/decide.spec.ts',
    ]);
    expect(reached(graph, ['infra/runtime/src/embedded.ts'])).toHaveLength(3);
  });
  it('is a changed test itself, and nothing for a page', () => {
    expect(reached(graph, ['services/auth/src/decide.spec.ts', 'README.md'])).toEqual([
      'services/auth/src/decide.spec.ts',
    ]);
  });
});

describe('the graph of this repository', () => {
  const whole = readGraph(fileURLToPath(new URL('../../../', import.meta.url)));
  it('goes through packages, subpaths, dynamic imports and workers', () => {
    expect(whole.get('infra/verification/gate/reach.ts')).toContain('infra/verification/architecture/imports.ts');
    expect(whole.get('services/auth/src/auth.int.spec.ts')).toEqual(
      expect.arrayContaining(['infra/runtime/src/testing.ts']),
    );
    expect(whole.get('infra/runtime/src/cli.ts')).toContain('infra/runtime/src/cli-embedded.ts');
    expect(whole.get('infra/event-store/src/open-stores.ts')).toContain('infra/event-store/src/writer/thread.ts');
    expect(reached(whole, ['frontends/building/src/data/filters.ts'])).toContain(
      'frontends/building/src/data/filters.spec.ts',
    );
    expect(whole.get('services/auth/src/index.ts')).toContain('services/auth/src/write.ts');
  });
  it('reaches the tests of a service and not those of its neighbours', () => {
    const tests = reached(whole, ['services/auth/src/accounts/decide.ts']);
    expect(tests).toEqual(
      expect.arrayContaining(['services/auth/src/decide.spec.ts', 'services/auth/src/auth.int.spec.ts']),
    );
    expect(tests.filter((file) => file.startsWith('services/tables'))).toEqual([]);
  });
});
