import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { deadReferences, libraryOf, misnumbered } from './references.ts';

const library = libraryOf(fileURLToPath(new URL('../../../', import.meta.url)));

describe('what a page or a comment points to', () => {
  it('exists: files, sections, numbered rules and decisions', () => {
    expect(library.texts.size).toBeGreaterThan(500);
    expect([...library.texts].flatMap(([file, text]) => deadReferences(library, file, text))).toEqual([]);
    // Reads every page and source.
  }, 60_000);

  it.each([
    ['infra/web/src/planted.ts', '/** As PLANS.md says. */'],
    ['infra/web/src/planted.ts', '/** One of many (docs/events.md 99). */'],
    ['infra/web/src/planted.ts', '/**\n * One of many (docs/events.md\n * 6, 99).\n */'],
    ['infra/web/src/planted.ts', '// The engines are not needed (decision 99).'],
    ['k8s/planted.yaml', 'runbook_url: k8s/README.md#nothing-of-it'],
    ['docs/planted.md', 'The rest is in [another page](other.md).'],
    ['docs/planted.md', 'The rest is in [this page](events.md#nothing).'],
    ['docs/planted.md', 'The rest is in [events.md](events.md) 99.'],
    ['docs/planted.md', 'The router is `infra/web/src/routes.ts`.'],
    ['docs/planted.md', 'The router is `web/src/routes.ts`.'],
  ])('is found where it does not: %s, %s', (file, text) => {
    expect(deadReferences(library, file, text)).toHaveLength(1);
  });

  it.each([
    ['infra/web/src/planted.ts', '/** As README.md says (docs/events.md 6, 10; docs/security.md 3). */'],
    ['k8s/base/services/planted.yaml', '# README.md, Sizing'],
    ['docs/planted.md', 'See [events.md](events.md) 12, [the commit](events.md#the-commit), `writer/engine.ts`.'],
  ])('is let be where it does: %s, %s', (file, text) => {
    expect(deadReferences(library, file, text)).toEqual([]);
  });
});

describe('a decision', () => {
  it('has a number of its own, in its name and in its heading', () => {
    expect(misnumbered(library)).toEqual([]);
  });
  it('is found where it has another one’s', () => {
    const twice = 'infra/decisions/0007-another.md';
    const texts = new Map([...library.texts, [twice, '# 7. Another']]);
    expect(misnumbered({ files: new Set([...library.files, twice]), texts })).toContain(twice);
  });
});
