import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDescriptions } from '../../generate/src/descriptions.ts';
import { madeWhole } from '../../generate/src/files.ts';
import { asksUntyped } from './asking.ts';
import { dialings, mayDial, plantedDialings } from './dialing.ts';
import { importsOf, type Import, sources, workspaces } from './imports.ts';
import { namedStorageKinds, namedTypes, namedViewTypes } from './kinds.ts';
import { mayName, namedServices } from './names.ts';
import { boundedBefore, plantedPatterns, slowPatterns } from './patterns.ts';
import { impure, undeclared } from './reach.ts';
import { declaresRefusals, mayPassOn, undeclaredRefusals } from './refusing.ts';
import { mayLook, ownRights, plantedRights } from './rights.ts';
import { isTest, rules } from './rules.ts';
import { loopsByOf } from './loops.ts';
import { notBrought } from './shared.ts';
import { fixedWait, shortDeadlines, timed } from './waits.ts';

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

describe('a field type', () => {
  it('is named in its own folders alone', () => {
    expect([...texts].flatMap(([file, text]) => namedTypes(file, text))).toEqual([]);
  });
  it.each([
    ['services/tables/src/records/append.ts', "const lists = type === 'multipleSelect' ? 2 : 1;"],
    ['frontends/building/src/grid/view/cell.tsx', "const wide = field.type === 'text';"],
    ['frontends/building/src/grid/view/icons.ts', 'const icons = { singleLineText: IconLetterT };'],
    ['frontends/building/src/import/rules.ts', "export const readings = ['date', 'number'].includes(field.type);"],
    ['frontends/building/src/import/column-drawer.tsx', "wizard.retype(field.key, 'text');"],
    ['frontends/building/src/import/column-drawer.tsx', "const day = fieldType('date');"],
    ['frontends/building/src/table/field.panel.tsx', "t('types.text');"],
    ['frontends/building/src/table/days.ts', "switch (field.type) {\n  case 'date':"],
    ['frontends/building/src/table/days.ts', "import { date } from '../field-types/date/view.ts';"],
    ['frontends/building/src/field-types/parts/cells.tsx', "const bar = type.id === 'percent';"],
  ])('is found where another file names it: %s, %s', (file, text) => {
    expect(namedTypes(file, text)).not.toEqual([]);
    expect(namedTypes(file.replace(/\.tsx?$/, '.spec.ts'), text)).toEqual([]);
  });
  it.each([
    ['frontends/shell/src/auth/login.page.tsx', '<TextInput type="email" label={t(\'email\')} />'],
    ['frontends/building/src/data/values.ts', "if (typeof value === 'number') return value;"],
    ['frontends/building/src/data/values.ts', "if (type.storage === 'date') return value;"],
    ['frontends/building/src/data/values.ts', "const shown = { time: at, by: 'switch' };"],
    ['frontends/building/src/field-types/percent/view.tsx', "const own = type.id === 'percent';"],
  ])('has words that mean other things: %s, %s', (file, text) => {
    expect(namedTypes(file, text)).toEqual([]);
  });
});

describe('a storage kind', () => {
  it('is named in its own files alone', () => {
    expect([...texts].flatMap(([file, text]) => namedStorageKinds(file, text))).toEqual([]);
  });
  it.each([
    ['infra/document-store/src/sqlite/compile.ts', "const key = operand.storage === 'text' ? 1 : 2;"],
    ['infra/document-store/src/mongo/cells.ts', "switch (kind) {\n    case 'decimal':"],
    ['services/tables/src/records/query.ts', "...(field.kind === 'decimal' && { asText: true }),"],
    ['services/tables/src/records/append.ts', "if (kindOf(column) === 'text') return;"],
    ['frontends/building/src/data/values.ts', "if (type.storage === 'date') return value;"],
    ['proto/fields/src/convert.ts', "const lists = ['options', 'users'].includes(type.storage);"],
  ])('is found where another file branches on it: %s, %s', (file, text) => {
    expect(namedStorageKinds(file, text)).not.toEqual([]);
    expect(namedStorageKinds(file.replace(/\.tsx?$/, '.spec.ts'), text)).toEqual([]);
  });
  it.each([
    ['infra/document-store/src/kinds/text.ts', "switch (kind) {\n    case 'decimal':"],
    ['proto/fields/src/date/type.ts', "storage: 'date',"],
    ['proto/fields/src/property.ts', "switch (property.kind) {\n    case 'text':"],
    ['services/tables/src/operations/decide.ts', "if (operation.kind === 'options') return;"],
  ])('may stand where it is declared, and its words mean other things: %s, %s', (file, text) => {
    expect(namedStorageKinds(file, text)).toEqual([]);
  });
});

describe('a page', () => {
  it('asks the API by the typed client alone', () => {
    expect([...texts].flatMap(([file, text]) => (asksUntyped(file, text) ? [file] : []))).toEqual([]);
  });
  it.each([
    "const answer = await fetch('/api/v3/home');",
    'const answer = await window.fetch(address);',
    'const request = new XMLHttpRequest();',
    'navigator.sendBeacon(address);',
    'const address = `/api/v3/tables/${id}`;',
  ])('is found where it asks by itself: %s', (text) => {
    expect(asksUntyped('frontends/shell/src/home/home.page.tsx', text)).toBe(true);
    expect(asksUntyped('frontends/shell/src/home/home.spec.ts', text)).toBe(false);
  });
  it.each(["api.get('/v3/home', { signal });", 'void query.refetch();', "location.assign('/api/docs');"])(
    'may say: %s',
    (text) => {
      expect(asksUntyped('frontends/shell/src/home/home.page.tsx', text)).toBe(false);
    },
  );
});

describe('a package that the shell brings in part', () => {
  it.each([
    ['react-router', 'react-router.js'],
    ['@tanstack/react-query', 'react-query.js'],
    ['react-i18next', 'react-i18next.js'],
  ])('has all that the front ends import of it: %s', (name, file) => {
    const brought = readFileSync(join(root, 'frontends/kit/build/shared', file), 'utf8');
    const lacking = [...texts].flatMap(([from, text]) =>
      notBrought(from, text, name, brought).map((one) => `${from}: ${one}`),
    );
    expect(lacking).toEqual([]);
    const planted = `import { one, type Two } from '${name}';`;
    expect(notBrought('frontends/shell/src/app.tsx', planted, name, brought)).toEqual(['one']);
  });
});

describe('a view type', () => {
  it('is named in its own folders alone', () => {
    expect([...texts].flatMap(([file, text]) => namedViewTypes(file, text))).toEqual([]);
  });
  it.each([
    ['services/tables/src/views/http.ts', "type: body.type ?? 'table',"],
    ['services/tables/src/definitions/decide.ts', "const view = { id, type: 'table' };"],
    ['services/tables/src/views/check.ts', "import { table } from '@tessera/proto/views/table/type.ts';"],
    ['frontends/building/src/table/table-screen.tsx', "if (view.type === 'table') return <Grid />;"],
    ['frontends/building/src/table/toolbar.tsx', "const grid = viewTypeOf('table');"],
    ['frontends/building/src/table/toolbar.tsx', "import { GridSettings } from '../view-types/table/settings.tsx';"],
    ['frontends/building/src/table/view-menu.tsx', 'const viewTypeIcons = { table: IconTable };'],
    ['proto/views/index.ts', "import { table } from './views/table/type.ts';"],
  ])('is found where another file names it: %s, %s', (file, text) => {
    expect(namedViewTypes(file, text)).not.toEqual([]);
    expect(namedViewTypes(file.replace(/\.tsx?$/, '.spec.ts'), text)).toEqual([]);
  });
  it('has words that mean other things', () => {
    expect(namedViewTypes('services/tables/src/trash/http.ts', "type: 'table' as const,")).toEqual([]);
  });
});

describe('a service', () => {
  const all = readDescriptions(root);
  const whole = new Set(madeWhole(root));
  const plain = [
    'docker-compose.yml',
    'Tiltfile',
    'infra/containers/Dockerfile',
    'infra/observability/prometheus.yml',
    'infra/observability/alerts/rules.yaml',
    ...readdirSync(join(root, 'k8s'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(yaml|sh|env)$/.test(file))
      .map((file) => `k8s/${file}`),
  ];
  const everything = new Map([
    ...texts,
    ...plain.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
  ]);
  const named = (file: string, text: string) => namedServices(file, text, all, whole);
  it('is named in its own folder, and nowhere else by hand', () => {
    expect(plain.length).toBeGreaterThan(30);
    const found = [...everything].filter(([file]) => !Object.hasOwn(mayName, file));
    expect(found.flatMap(([file, text]) => named(file, text))).toEqual([]);
  });
  it.each([
    ['infra/runtime/src/installation.ts', "import { x } from '../../../services/tables/src/index.ts';"],
    ['infra/web/src/router.ts', "if (service === 'connectors') return;"],
    ['services/tables/src/compose.ts', 'const names = ["connectors"];'],
    ['docker-compose.yml', '  connectors: { <<: *service }'],
    ['k8s/services.sh', 'names=(auth connectors)'],
    ['docker-compose.yml', '# generated: services of compose\n# generated: end\ncommand: [services/auth/src/main.ts]'],
  ])('is found where another names it: %s, %s', (file, text) => {
    expect(named(file, text)).toHaveLength(1);
  });
  it.each([
    ['services/connectors/src/compose.ts', "const name = 'connectors';"],
    ['infra/web/src/router.spec.ts', "const name = 'connectors';"],
    ['services/tables/src/reactions.ts', "{ name: 'x', source: 'connectors', types: [] }"],
    ['docker-compose.yml', '# generated: services of compose\nconnectors: {}\n# generated: end'],
  ])('may be named here: %s', (file, text) => {
    expect(named(file, text)).toEqual([]);
  });
  it('is excused only in files that name one', () => {
    for (const file of Object.keys(mayName)) expect(named(file, texts.get(file) ?? '').length).toBeGreaterThan(0);
  });
});

describe('the description of a service', () => {
  const called = (from: readonly Import[], name: string): readonly string[] => [
    ...new Set(
      from.flatMap(({ from: file, to, typeOnly }) => {
        const callee = /^proto\/([^/]+)\/v1\/service$/.exec(to)?.[1];
        const own = file.startsWith(`services/${name}/`) && !isTest(file) && !typeOnly;
        return own && callee !== undefined && callee !== name ? [callee] : [];
      }),
    ),
  ];
  const wrong = (from: readonly Import[]): readonly string[] =>
    readDescriptions(root).flatMap(({ name, calls, asks }) => {
      const found = called(from, name);
      const said = [...calls, ...asks];
      return new Set([...found, ...said]).size === found.length && found.length === said.length ? [] : [name];
    });
  it('says whom it calls', () => {
    expect(wrong(imports)).toEqual([]);
  });
  it('is found where it does not', () => {
    const text = "import { ChatServiceDefinition } from '@tessera/proto/chat/v1/service';";
    expect(wrong([...imports, ...importsOf(root, 'services/apps/src/planted.ts', text, packages)])).toEqual(['apps']);
  });
});

describe('what a writer reaches', () => {
  const writers = files.filter((file) => /^services\/[^/]+\/src\/write\.ts$/.test(file));
  const planted = (from: string, text: string) => [...imports, ...importsOf(root, from, text, packages)];

  it('touches no clock, disk, network or framework', () => {
    expect(writers.length).toBeGreaterThan(2);
    expect(writers.flatMap((writer) => impure(root, writer, imports, packages))).toEqual([]);
  });
  it.each([
    ['services/tables/src/records/update.ts', "import { readFileSync } from 'node:fs';"],
    ['services/tables/src/records/update.ts', "import { route } from '@tessera/web';"],
    ['proto/rights/can.ts', "import { z } from 'zod';"],
    ['proto/fields/src/number/type.ts', "import { connect } from 'node:net';"],
  ])('is found where it does: %s, %s', (from, text) => {
    expect(impure(root, 'services/tables/src/write.ts', planted(from, text), packages)).toHaveLength(1);
  });
  it('may know the types of anything', () => {
    const text = "import type { Router } from 'express';";
    const known = planted('services/tables/src/records/update.ts', text);
    expect(impure(root, 'services/tables/src/write.ts', known, packages)).toEqual([]);
  });
});

describe('a workspace', () => {
  it('declares the workspaces that it imports', () => {
    expect(undeclared(root, imports, packages)).toEqual([]);
  });
  it.each([
    ['infra/kernel/src/ids.ts', 'infra/kernel/package.json: @tessera/web'],
    ['infra/kernel/src/ids.spec.ts', 'infra/kernel/package.json: @tessera/web'],
  ])('is found where it does not: %s', (from, told) => {
    const more = importsOf(root, from, "import { route } from '@tessera/web';", packages);
    expect(undeclared(root, [...imports, ...more], packages)).toEqual([told]);
  });
});

describe('a command', () => {
  /** An answer that its caller names: then the store does not know the command. */
  const said = (text: string): boolean => /\bexecute(?:Text)?</.test(text);
  it('is told to a store that knows its payload and its answer', () => {
    const own = files.filter((file) => file.startsWith('services/') && !isTest(file));
    expect(own.filter((file) => said(texts.get(file) ?? ''))).toEqual([]);
  });
  it('is found where its caller says what it answers', () => {
    expect(said("const { answer } = await store.execute<{ id: string }>({ type: 'x', payload }, meta);")).toBe(true);
  });
});

describe('the events of another service', () => {
  /** What reads them by the code of their producer, or by more of its contract than is public. */
  const prying = (file: string, text: string): boolean => {
    const own = /^services\/([^/]+)\//.exec(file)?.[1];
    if (/services\/\$\{[^}]*\}\/src\/write\.ts/.test(text)) return true;
    return [...text.matchAll(/import (?:type )?\{([^}]*)\} from '@tessera\/proto\/(\w+)\/v1\/events'/g)].some(
      ([, names = '', service]) =>
        own !== undefined && service !== own && /\b(?!\w+PublicEvent\b)\w+Event\b/.test(names),
    );
  };
  it('are read by what its contract makes public', () => {
    expect(files.filter((file) => !isTest(file) && prying(file, texts.get(file) ?? ''))).toEqual([]);
  });
  it.each([
    [
      'services/connectors/src/imports/reactions.ts',
      "import type { TablesEvent } from '@tessera/proto/tables/v1/events';",
    ],
    ['infra/runtime/src/cluster/service.ts', 'const url = new URL(`../../../../services/${source}/src/write.ts`);'],
  ])('are found where they are read otherwise: %s', (file, text) => {
    expect(prying(file, text)).toBe(true);
  });
  it.each([
    [
      'services/connectors/src/imports/reactions.ts',
      "import type { TablesPublicEvent as Wire } from '@tessera/proto/tables/v1/events';",
    ],
    ['services/tables/src/events.ts', "import { TablesEvent } from '@tessera/proto/tables/v1/events';"],
    ['services/connectors/src/access/tables.ts', "import type { Field } from '@tessera/proto/tables/v1/events';"],
  ])('may be known by what is public: %s', (file, text) => {
    expect(prying(file, text)).toBe(false);
  });
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

describe('a connection to the outside', () => {
  const file = 'services/tables/src/records/planted.ts';
  it('is made by infra/dialer alone', () => {
    const found = files
      .filter((one) => !Object.hasOwn(mayDial, one))
      .flatMap((one) => dialings(one, texts.get(one) ?? '').map((line) => `${one}:${line}`));
    expect(found).toEqual([]);
    // Reads the syntax of hundreds of files.
  }, 60_000);
  it.each(plantedDialings.dialling)('fires where it is broken: %s', (text) => {
    expect(dialings(file, text).length).toBeGreaterThan(0);
  });
  it.each(plantedDialings.harmless)('lets be what dials nobody: %s', (text) => {
    expect(dialings(file, text)).toEqual([]);
  });
  it('excuses only files that would be found', () => {
    for (const one of Object.keys(mayDial)) expect(dialings(one, texts.get(one) ?? '').length, one).toBeGreaterThan(0);
  });
});

describe('a pattern', () => {
  // Tests and what builds the frontends read our own sources alone.
  const own = files.filter((file) => !isTest(file) && !/^frontends\/kit\/(build|checks)\//.test(file));
  it('takes time in proportion to the text, or stands where texts are short', () => {
    const slow = own.flatMap((file) => {
      const found = slowPatterns(file, texts.get(file) ?? '');
      const told = found.map(({ line, text, why }) => `${file}:${line} ${text}: ${why}`);
      return found.length === (boundedBefore[file]?.patterns ?? 0) ? [] : [`${file}: ${found.length}`, ...told];
    });
    expect(slow).toEqual([]);
    expect(Object.keys(boundedBefore).filter((file) => !own.includes(file))).toEqual([]);
    // Reads the syntax of hundreds of files.
  }, 60_000);
  it.each(plantedPatterns.slow)('is found where it is slow: %s', (text) => {
    expect(slowPatterns('services/tables/src/records/planted.ts', `const found = ${text};`)).toHaveLength(1);
  });
  it.each(plantedPatterns.quick)('is let be where it is not: %s', (text) => {
    expect(slowPatterns('services/tables/src/records/planted.ts', `const found = ${text};`)).toEqual([]);
  });
});

describe('a loop', () => {
  it('names no variable of, which Node cannot read everywhere', () => {
    const found = files.flatMap((file) => loopsByOf(texts.get(file) ?? '').map((loop) => `${file}: ${loop}`));
    expect(found.filter((one) => !one.startsWith('infra/verification/architecture/'))).toEqual([]);
  });
  it.each(['for (const of of [1, 2]) sum += of;', 'for await (let  of of stream) take(of);'])(
    'is found where it does: %s',
    (planted) => {
      expect(loopsByOf(`const a = 1;\n  ${planted}`)).toHaveLength(1);
    },
  );
  it.each(['for (const one of of.samples) take(one);', 'for (const offer of offers) take(offer);'])(
    'is let be where it does not: %s',
    (text) => {
      expect(loopsByOf(text)).toEqual([]);
    },
  );
});

describe('a refusal', () => {
  const own = files.filter((file) => !isTest(file) && !file.startsWith('infra/kernel/src/ref'));
  it('has a code that the list of its service declares', () => {
    const making = own.filter((file) => undeclaredRefusals(texts.get(file) ?? '').length > 0);
    expect(making.filter((file) => !mayPassOn.has(file))).toEqual([]);
    expect([...mayPassOn].filter((file) => !making.includes(file))).toEqual([]);
  });
  it.each([
    "throw passedOn('conflict', 'things.taken', 'Taken.');",
    "const code = 'things.taken' as DeclaredCode;",
    "throw new Rejection('conflict', code, 'Taken.');",
  ])('is found where it has not: %s', (planted) => expect(undeclaredRefusals(planted)).toHaveLength(1));
  it('stands in one list of each service and part', () => {
    const lists = own.filter(
      (file) =>
        !file.startsWith('infra/kernel/') && !file.includes('/test/') && declaresRefusals(texts.get(file) ?? ''),
    );
    expect(lists.length).toBeGreaterThan(10);
    expect(lists.filter((file) => !file.endsWith('/src/refusals.ts'))).toEqual([]);
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
  it('of engines gives them twenty seconds at least', () => {
    const ofEngines = files.filter((file) => /\.(cluster\.spec|faults)\.ts$/.test(file));
    expect(ofEngines.length).toBeGreaterThan(30);
    expect(ofEngines.flatMap((file) => shortDeadlines(texts.get(file) ?? '').map((ms) => `${file}: ${ms}`))).toEqual(
      [],
    );
  });
  it.each([
    'await expect.poll(() => count, { timeout: 5_000 }).toBe(3);',
    'await expect\n  .poll(\n    async () => (await ask()).status,\n    { interval: 20, timeout: 19_999 },\n  )\n  .toBe(200);',
    "await until(\n  'all is well',\n  15,\n  ask,\n  (answer) => answer,\n);",
  ])('is found where it gives less: %s', (planted) => {
    expect(shortDeadlines(`expect.poll(a, { timeout: 60_000 });\n${planted}`)).toHaveLength(1);
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
    const written = (file: string): boolean => file !== 'proto/client/src/openapi.ts';
    expect(files.filter((file) => written(file) && (texts.get(file) ?? '').split('\n').length > 800)).toEqual([]);
  });
});
