import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDescriptions, readFrontends } from './descriptions.ts';
import { announcedRights, composition, manifestOf, operatorRules, parts, type Facts } from './parts.ts';

/** Files with parts that are made; what stands between a part's marks is replaced, the rest is written by hand. */
const withParts = [
  'docker-compose.yml',
  'Tiltfile',
  'infra/observability/prometheus.yml',
  'infra/observability/alerts/rules.yaml',
  'k8s/base/config.env',
  'k8s/base/kustomization.yaml',
  'k8s/components/monitoring/monitors.yaml',
  'k8s/components/tls/kustomization.yaml',
  'k8s/components/tls/pod.yaml',
  'k8s/overlays/production/kustomization.yaml',
  'k8s/rotate-key.sh',
  'k8s/services.sh',
];
const manifests = 'k8s/base/services';
const mark = /^([ \t]*)# generated: (.+)$/;
const end = '# generated: end';

/** A text with its parts made anew, indented as their marks are. Throws at a part that has no end, or that nothing makes. */
export const fill = (text: string, facts: Facts, file: string): string => {
  const out: string[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', part] = mark.exec(lines[at]!) ?? [];
    out.push(lines[at]!);
    if (part === undefined) continue;
    const make = parts[part];
    if (make === undefined) throw new Error(`${file}: nothing makes "${part}"`);
    const last = lines.findIndex((line, index) => index > at && line.trim() === end);
    if (last === -1) throw new Error(`${file}: "${part}" has no end`);
    out.push(...make(facts).map((line) => `${indent}${line}`), lines[last]!);
    at = last;
  }
  return out.join('\n');
};

/** Every file that is made, as it must be; undefined for one that must not be there. Reads the tree below `root`. */
export const generated = (root: string): ReadonlyMap<string, string | undefined> => {
  const all = readDescriptions(root);
  const facts: Facts = { all, behind: all.filter(({ edge }) => !edge), frontends: readFrontends(root) };
  const files = new Map<string, string | undefined>();
  for (const file of withParts) files.set(file, fill(readFileSync(join(root, file), 'utf8'), facts, file));
  if (existsSync(join(root, manifests)))
    for (const file of readdirSync(join(root, manifests))) files.set(`${manifests}/${file}`, undefined);
  for (const one of all) files.set(`${manifests}/${one.name}.yaml`, manifestOf(one));
  files.set('k8s/components/monitoring/rules.yaml', operatorRules(files.get('infra/observability/alerts/rules.yaml')!));
  files.set('infra/runtime/src/services.ts', composition(facts));
  const rights = readdirSync(join(root, 'proto/rights/services')).filter((file) => !file.endsWith('.spec.ts'));
  files.set('proto/rights/services.ts', announcedRights(rights.map((file) => file.slice(0, -3)).toSorted()));
  return files;
};

/** Files of the tree below `root` that are not as they would be made. */
export const stale = (root: string): readonly string[] =>
  [...generated(root)].flatMap(([file, text]) => {
    const there = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
    return there === text ? [] : [file];
  });

/** Whole files that are made. */
export const madeWhole = (root: string): readonly string[] =>
  [...generated(root).keys()].filter((file) => !withParts.includes(file));
