import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sources } from '../architecture/imports.ts';
import { copyTree } from './copy.ts';

let tree: ReturnType<typeof copyTree>;
beforeAll(() => {
  tree = copyTree();
}, 60_000);
afterAll(() => tree.remove());

describe('a skeleton, planted in a copy of the tree', () => {
  it.runIf(everyVariant)(
    'of a service needs no word in another file, and works alone and beside the others',
    () => {
      const before = tree.state();
      tree.ran('node', 'infra/generate/src/new.ts', 'service', 'planted');
      const own = /^(services\/planted|proto\/tessera\/planted)\/|^proto\/rights\/services\/planted\.ts$/;
      expect(tree.byHand(before).filter((file) => !own.test(file))).toEqual([]);
      expect(sources(tree.folder, 'services/planted').length).toBeGreaterThan(10);
      // Its tests start the product with it, call its routes, and start it in a process of its own.
      expect(tree.ran('vitest', 'run', '--project', 'unit', '--project', 'integration', 'services/planted')).toMatch(
        /Test Files .*2 passed/,
      );
      writeFileSync(
        join(tree.folder, 'tsconfig.planted.json'),
        JSON.stringify({ extends: './tsconfig.json', include: ['services/planted/**/*.ts'] }),
      );
      tree.ran('tsc', '-p', 'tsconfig.planted.json');
      tree.ran('prettier', '--check', 'services/planted', 'proto/rights/services/planted.ts');
      expect(tree.run('node', ['infra/generate/src/new.ts', 'service', 'planted'])).toMatchObject({
        status: 2,
        said: expect.stringContaining('services/planted is there already'),
      });
    },
    300_000,
  );

  it.runIf(everyVariant)(
    'of a front end needs no word in another file, and is built and listed',
    () => {
      const before = tree.state();
      tree.ran('node', 'infra/generate/src/new.ts', 'frontend', 'sprout');
      expect(tree.byHand(before).filter((file) => !file.startsWith('frontends/sprout/'))).toEqual([]);
      expect(tree.ran('vitest', 'run', '--project', 'unit', 'frontends/sprout')).toMatch(/Test Files .*1 passed/);
      writeFileSync(
        join(tree.folder, 'frontends/tsconfig.planted.json'),
        JSON.stringify({
          extends: './tsconfig.json',
          include: ['sprout/**/*.ts', 'sprout/**/*.tsx', 'kit/src/globals.d.ts'],
        }),
      );
      tree.ran('tsc', '-p', 'frontends/tsconfig.planted.json');
      tree.ran('prettier', '--check', 'frontends/sprout');
      // Texts in three languages, words of the glossary.
      tree.ran('node', 'frontends/kit/checks/run.ts');
      mkdirSync(join(tree.folder, 'frontends/shell/dist'), { recursive: true });
      const build = `
      const { rspack } = await import('@rspack/core');
      const { frontendConfig } = await import('${tree.folder}/frontends/kit/build/rspack.ts');
      const { writeRemotes } = await import('${tree.folder}/frontends/kit/build/remotes.ts');
      const stats = await new Promise((done, fail) => rspack(frontendConfig({ name: 'sprout', folder: '${tree.folder}/frontends/sprout', role: 'remote', mode: 'production' })).run((error, made) => (error ? fail(error) : done(made))));
      if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
      await writeRemotes('${tree.folder}/frontends');
      process.exit(0);`;
      tree.ran('node', '--input-type=module', '--eval', build);
      const { remotes } = JSON.parse(readFileSync(join(tree.folder, 'frontends/shell/dist/remotes.json'), 'utf8')) as {
        remotes: readonly object[];
      };
      expect(remotes).toContainEqual(expect.objectContaining({ name: 'sprout', paths: ['/sprout/*'] }));
      expect(existsSync(join(tree.folder, 'frontends/sprout/dist/remoteEntry.js'))).toBe(true);
    },
    300_000,
  );

  it('of a field type needs a line in two lists alone, and its property survives the API, the log and a rebuild', () => {
    const before = tree.state();
    tree.ran('node', 'infra/generate/src/new.ts', 'field', 'probe');
    const own = /^(proto\/fields\/src|frontends\/building\/src\/field-types)\/probe\//;
    const lists = ['proto/fields/src/list.ts', 'frontends/building/src/field-types/list.ts'];
    expect(tree.byHand(before).filter((file) => !own.test(file))).toEqual(lists);
    const contract = ['probe', 'stored.spec.ts', 'types.spec.ts'].map((name) => `proto/fields/src/${name}`);
    expect(tree.ran('vitest', 'run', '--project', 'unit', ...contract, 'frontends/building/src/field-types')).toMatch(
      /probe\.spec\.ts[^]*Test Files .* passed/,
    );
    tree.ran('vitest', 'run', '--project', 'integration', 'infra/verification/kinds/properties.int.spec.ts');
    tree.ran('prettier', '--check', 'proto/fields/src', 'frontends/building/src/field-types');
  }, 300_000);

  it.runIf(everyVariant)(
    'of a field type without its looks, or looks without their type, do not compile',
    () => {
      writeFileSync(
        join(tree.folder, 'tsconfig.planted.json'),
        JSON.stringify({
          extends: './frontends/tsconfig.json',
          include: ['frontends/kit/src/globals.d.ts', 'frontends/building/src/field-types/list.ts'],
        }),
      );
      tree.ran('tsc', '-p', 'tsconfig.planted.json');
      for (const list of ['proto/fields/src/list.ts', 'frontends/building/src/field-types/list.ts']) {
        const whole = readFileSync(join(tree.folder, list), 'utf8');
        writeFileSync(join(tree.folder, list), whole.replace('\n  probe,', ''));
        const { status, said } = tree.run('tsc', ['-p', 'tsconfig.planted.json']);
        expect(status, list).not.toBe(0);
        expect(said).toContain('probe');
        writeFileSync(join(tree.folder, list), whole);
      }
    },
    300_000,
  );

  it.runIf(everyVariant)(
    'of a type of view needs a line in two lists alone, and its parts survive the API, the log and a rebuild',
    () => {
      const before = tree.state();
      tree.ran('node', 'infra/generate/src/new.ts', 'view', 'glance');
      const own = /^(proto\/views|frontends\/building\/src\/view-types)\/glance\//;
      const lists = ['proto/views/list.ts', 'frontends/building/src/view-types/list.ts'];
      expect(tree.byHand(before).filter((file) => !own.test(file))).toEqual(lists);
      // The browser's client knows its parts.
      expect(readFileSync(join(tree.folder, 'proto/client/src/openapi.ts'), 'utf8')).toContain('"glance"');
      expect(
        tree.ran('vitest', 'run', '--project', 'unit', 'proto/views', 'frontends/building/src/view-types'),
      ).toMatch(/Test Files .*[1-9]\d* passed/);
      tree.ran('vitest', 'run', '--project', 'integration', 'infra/verification/kinds/properties.int.spec.ts');
      tree.ran('prettier', '--check', 'proto/views', 'frontends/building/src/view-types');
    },
    300_000,
  );

  it.runIf(everyVariant)(
    'of a type of view without its screen, or a screen without its type, do not compile',
    () => {
      writeFileSync(
        join(tree.folder, 'tsconfig.planted.json'),
        JSON.stringify({
          extends: './frontends/tsconfig.json',
          include: ['frontends/kit/src/globals.d.ts', 'frontends/building/src/view-types/**/*.ts'],
        }),
      );
      tree.ran('tsc', '-p', 'tsconfig.planted.json');
      for (const list of ['proto/views/list.ts', 'frontends/building/src/view-types/list.ts']) {
        const whole = readFileSync(join(tree.folder, list), 'utf8');
        writeFileSync(join(tree.folder, list), whole.replace('\n  glance,', ''));
        const { status, said } = tree.run('tsc', ['-p', 'tsconfig.planted.json']);
        expect(status, list).not.toBe(0);
        expect(said).toContain('glance');
        writeFileSync(join(tree.folder, list), whole);
      }
    },
    300_000,
  );

  it('is found where another file had to name it', () => {
    const before = tree.state();
    const file = 'infra/web/src/router.ts';
    writeFileSync(join(tree.folder, file), `${readFileSync(join(tree.folder, file), 'utf8')}\n// planted\n`);
    expect(tree.byHand(before)).toEqual([file]);
  });

  it.each(['Big', 'a-b', 'no', ''])('is refused for a name that cannot be a name everywhere: "%s"', (name) => {
    expect(tree.run('node', ['infra/generate/src/new.ts', 'service', name]).status).toBe(2);
  });
});
