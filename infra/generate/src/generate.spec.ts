import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDescriptions, root } from './descriptions.ts';
import { fill, generated, stale } from './files.ts';

const apart = { log: true, ports: ['http', 'grpc'], engines: ['mongo'], replicas: { least: 2, most: 4 } };
const room = { idle: { processor: '50m', memory: '100Mi' }, most: { memory: '200Mi' } };

describe('what follows from the descriptions of services', () => {
  it('is not stale', () => {
    expect(stale(root), 'npm run generate').toEqual([]);
  });

  describe('in another tree', () => {
    let folder: string;
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    };
    const service = (name: string, more: object): void => {
      write(`services/${name}/package.json`, '{}');
      write(`services/${name}/service.json`, JSON.stringify({ ...apart, ...room, calls: [], ...more }));
    };
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'tessera-descriptions-'));
      for (const file of generated(root).keys()) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        cpSync(join(root, file), join(folder, file));
      }
      for (const { name } of readDescriptions())
        for (const file of ['package.json', 'service.json']) {
          mkdirSync(join(folder, 'services', name), { recursive: true });
          cpSync(join(root, 'services', name, file), join(folder, 'services', name, file));
        }
      for (const name of readdirSync(join(root, 'frontends')))
        if (existsSync(join(root, 'frontends', name, 'src/manifest.ts')))
          write(`frontends/${name}/src/manifest.ts`, '');
      cpSync(join(root, 'proto/rights/services'), join(folder, 'proto/rights/services'), { recursive: true });
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('names a service that is added in each place, and nothing else changes', () => {
      expect(stale(folder)).toEqual([]);
      service('another', { calls: ['auth'] });
      expect(stale(folder).toSorted()).toEqual([
        'Tiltfile',
        'docker-compose.yml',
        'infra/observability/alerts/rules.yaml',
        'infra/observability/prometheus.yml',
        'infra/runtime/src/services.ts',
        'k8s/base/config.env',
        'k8s/base/kustomization.yaml',
        'k8s/base/services/another.yaml',
        'k8s/components/monitoring/monitors.yaml',
        'k8s/components/monitoring/rules.yaml',
        'k8s/components/tls/kustomization.yaml',
        'k8s/components/tls/pod.yaml',
        'k8s/rotate-key.sh',
        'k8s/services.sh',
      ]);
      for (const [file, text = ''] of generated(folder)) {
        const line = (one: string): boolean => !one.includes('another');
        if (file === 'k8s/base/services/another.yaml') continue;
        const before = readFileSync(join(folder, file), 'utf8').split('\n');
        expect(text.split('\n').filter(line).length, file).toBeLessThanOrEqual(before.length);
      }
    });

    it('has no manifest of a service that is gone', () => {
      rmSync(join(folder, 'services/audit'), { recursive: true });
      expect(stale(folder)).toContain('k8s/base/services/audit.yaml');
      expect(generated(folder).get('k8s/base/services/audit.yaml')).toBeUndefined();
    });

    it('has callers after those they call, logs first among equals, and the edge last', () => {
      service('a', { calls: ['tables'], log: false });
      service('b', { calls: ['a'] });
      service('c', {});
      const known = new Set(['a', 'b', 'c', 'auth', 'tables', 'connectors', 'apps', 'gateway']);
      expect(readDescriptions(folder).flatMap(({ name }) => (known.has(name) ? [name] : []))).toEqual([
        'auth',
        'c',
        'tables',
        'connectors',
        'a',
        'apps',
        'b',
        'gateway',
      ]);
    });

    it('may ask a service that comes after it', () => {
      service('ring', { asks: ['round'] });
      service('round', { calls: ['ring'] });
      const names = readDescriptions(folder).map(({ name }) => name);
      expect(names.indexOf('ring')).toBeLessThan(names.indexOf('round'));
    });

    it.each([
      ['a ring', { calls: ['ring'] }, /call each other in a ring: ring, ring/],
      ['a call into nothing', { calls: ['nobody'] }, /services\/ring\/service.json calls nobody/],
      ['a question into nothing', { asks: ['nobody'] }, /services\/ring\/service.json asks nobody/],
      ['an unknown word', { color: 'red' }, /services\/ring\/service.json is not valid:[\s\S]*color/],
      ['no unit', { most: { memory: '200' } }, /services\/ring\/service.json is not valid:[\s\S]*memory/],
    ])('is refused where a description has %s', (_, more, told) => {
      service('ring', more);
      expect(() => readDescriptions(folder)).toThrow(told);
    });

    it('is refused where a service has no description', () => {
      write('services/mute/package.json', '{}');
      expect(() => readDescriptions(folder)).toThrow(/services\/mute\/service.json is not there/);
    });
  });
});

describe('a part of a file', () => {
  const facts = { all: [], behind: [], frontends: ['one'] };
  it('is replaced between its marks, as far indented as they are', () => {
    const text = 'before\n  # generated: names for Tilt\n  old\n  # generated: end\nafter';
    expect(fill(text, facts, 'x')).toBe(
      "before\n  # generated: names for Tilt\n  services = {}\n  frontends = ['shell', 'one']\n  # generated: end\nafter",
    );
  });
  it.each([
    ['# generated: names for Tilt\nx', /"names for Tilt" has no end/],
    ['# generated: nonsense\n# generated: end', /nothing makes "nonsense"/],
  ])('is refused: %s', (text, told) => {
    expect(() => fill(text, facts, 'x')).toThrow(told);
  });
});
