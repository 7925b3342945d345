import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, sources, workspaces } from './imports.ts';
import { mayLook, ownRights, plantedRights } from './rights.ts';
import { isTest, rules } from './rules.ts';
import { fixedWait, timed } from './waits.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packages = workspaces(root);
const files = sources(root).filter((file) => /^(proto|infra|services|frontends)\//.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const imports = files.flatMap((file) => importsOf(root, file, texts.get(file) ?? '', packages));

describe('boundaries', () => {
  it('are read from the imports of the whole repository', () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(files).toContain('frontends/building/src/data/rows.ts');
    expect(imports).toContainEqual({
      from: 'infra/verification/architecture/architecture.spec.ts',
      to: 'infra/verification/architecture/rules.ts',
      typeOnly: false,
    });
  });

  for (const rule of rules) {
    it(`holds: ${rule.name}`, () => {
      expect(imports.filter(rule.breaks).map((i) => `${i.from} imports ${i.to}`)).toEqual([]);
    });
    it(`fires where it is broken: ${rule.name}`, () => {
      expect(importsOf(root, rule.planted.from, rule.planted.text, packages).filter(rule.breaks)).toHaveLength(1);
    });
  }
});

describe('rights', () => {
  it('are decided in proto/rights alone', () => {
    const deciding = files
      .filter((file) => !isTest(file) && !file.startsWith('proto/rights/') && !Object.hasOwn(mayLook, file))
      .flatMap((file) => ownRights(file, texts.get(file) ?? '').map((line) => `${file}:${line}`));
    expect(deciding).toEqual([]);
    // Reads the syntax of hundreds of files.
  }, 60_000);
  it.each(plantedRights)('fires where it is broken: %s', (text) => {
    expect(ownRights('services/tables/src/records/planted.ts', text).length).toBeGreaterThan(0);
  });
  it('excuses only files that would be found', () => {
    for (const file of Object.keys(mayLook)) expect(ownRights(file, texts.get(file) ?? '').length).toBeGreaterThan(0);
  });
});

describe('a test', () => {
  const tests = files.filter((file) => /\.(spec|contract)\.tsx?$/.test(file));
  it('waits a fixed time for nothing', () => {
    expect(tests.length).toBeGreaterThan(100);
    expect(tests.filter((file) => !timed.has(file) && fixedWait(texts.get(file) ?? '') !== undefined)).toEqual([]);
    expect([...timed].filter((file) => fixedWait(texts.get(file) ?? '') === undefined)).toEqual([]);
  });
  it.each([
    'await new Promise((resolve) => setTimeout(resolve, 300));',
    'await new Promise<void>((done) => {\n  setTimeout(done, 300);\n});',
    "import { setTimeout as pause } from 'node:timers/promises';",
    'await page.waitForTimeout(500);',
  ])('is found where it waits: %s', (planted) => {
    expect(fixedWait(`it('x', async () => {\n  ${planted}\n});`)).toBeDefined();
  });
  it('may wait for a condition, and for a clock that it turns itself', () => {
    expect(fixedWait('await expect.poll(() => count).toBe(3);')).toBeUndefined();
    expect(fixedWait('vi.useFakeTimers();\nnew Promise((r) => setTimeout(r, 9));')).toBeUndefined();
  });
});

describe('places', () => {
  it('only config.ts of a service reads process.env', () => {
    const readers = files.filter(
      (file) =>
        file.startsWith('services/') &&
        !/config\.ts$|\.spec\.ts$|\/test\//.test(file) &&
        /process\.env/.test(texts.get(file) ?? ''),
    );
    expect(readers).toEqual([]);
  });

  it('every service has main.ts, compose.ts and config.ts, and its main is short', () => {
    for (const name of readdirSync(join(root, 'services'))) {
      for (const file of ['main.ts', 'compose.ts', 'config.ts'])
        expect(existsSync(join(root, 'services', name, 'src', file)), `services/${name}/src/${file}`).toBe(true);
      expect((texts.get(`services/${name}/src/main.ts`) ?? '').trim().split('\n').length).toBeLessThanOrEqual(20);
    }
  });

  it('no file is longer than 800 lines', () => {
    // What a program writes is as long as it is.
    const written = (file: string): boolean => file !== 'frontends/kit/src/api/openapi.ts';
    expect(files.filter((file) => written(file) && (texts.get(file) ?? '').split('\n').length > 800)).toEqual([]);
  });
});
