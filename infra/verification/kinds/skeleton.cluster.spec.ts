import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree } from '../gate/copy.ts';

// The gate does the same on the one process, and the kinds' own properties on the engines; here the two come together.
describe.runIf(everyVariant)('on the engines', () => {
  let tree: ReturnType<typeof copyTree>;
  beforeAll(() => {
    tree = copyTree();
  }, 60_000);
  afterAll(() => tree.remove());

  it('the property of a field type that the skeleton makes survives the API, the log, a rebuild and the API on the engines', () => {
    tree.ran('node', 'infra/generate/src/new.ts', 'field', 'probe');
    const cluster = 'infra/verification/kinds/properties.cluster.spec.ts';
    expect(tree.ran('vitest', 'run', '--project', 'cluster', cluster)).toMatch(/Tests .*1 passed/);
  }, 600_000);
});
