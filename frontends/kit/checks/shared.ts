import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { trimmed } from '../build/singletons.ts';

/** Values that a source imports from a package, without types. */
export const importedNames = (source: string, from: string): readonly string[] =>
  [...source.matchAll(/^import (?!type\b)\{([^}]*)\} from '([^']+)'/gm)]
    .filter(([, , named]) => named === from)
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => name !== '' && !name.startsWith('type '));

/** What a shared module in a package's place exports. */
const sharedNames = (source: string): ReadonlySet<string> =>
  new Set(
    [...source.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  );

/**
 * Imports of the front ends that the shell does not share: they would be undefined in the browser. The types know the
 * whole package and say nothing.
 */
export const sharedFaults = (frontends: string): readonly string[] => {
  const sources = readdirSync(frontends, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/src\/.*\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(frontends, file), 'utf8')] as const);
  return Object.entries(trimmed).flatMap(([name, path]) => {
    const known = sharedNames(readFileSync(path, 'utf8'));
    const used = sources.flatMap(([file, source]) => importedNames(source, name).map((one) => [file, one] as const));
    return [
      ...used.filter(([, one]) => !known.has(one)).map(([file, one]) => `${file}: ${one} of ${name} is not shared`),
      ...[...known]
        .filter((one) => used.every(([, other]) => other !== one))
        .map((one) => `${one} of ${name} is shared and not used`),
    ];
  });
};
