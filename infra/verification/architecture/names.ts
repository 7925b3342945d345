import type { Description } from '../../generate/src/descriptions.ts';
import { isTest } from './rules.ts';

/** Names of services that are words for something else as well: a name in quotes says nothing, only its folder does. */
const alsoWords = new Set(['tables', 'apps', 'auth', 'files', 'audit']);

/** Files outside of a service that may name it by its folder, with the reason. */
export const mayName: Readonly<Record<string, string>> = {
  'infra/runtime/src/cli-cluster.ts': 'commands of the operator on accounts and records',
  'infra/runtime/src/cli-command.ts': 'what these commands take and answer',
  'infra/runtime/src/cli-embedded.ts': 'a restore closes all access',
  'infra/runtime/src/operator-commands.ts': 'the same commands beside the running product',
  'infra/runtime/src/plans.ts': 'what services follow of plans, in one place for all',
  'infra/runtime/src/purge-person.ts': 'who somebody is, auth alone knows',
  'proto/client/src/openapi.ts': 'the words of the API, written from its document',
  'proto/blocks/bars.ts': 'the shortcuts of bars have the names of the specification',
};

/** A reaction names the service whose events it follows. */
const followed = /\bsource: '[a-z]+',/g;
const made = /# generated: (?!end)[\s\S]*?# generated: end/g;

/**
 * Where a file names a service that is not its own: by its folder, or by its name in quotes, and in what says how
 * services are run by its name at all. What `npm run generate` makes is left out. Each as `file: what it says`.
 */
export const namedServices = (
  file: string,
  text: string,
  all: readonly Description[],
  madeWhole: ReadonlySet<string>,
): readonly string[] => {
  if (isTest(file) || madeWhole.has(file)) return [];
  const code = /\.(ts|tsx|mjs)$/.test(file);
  return all
    .filter(({ edge }) => !edge)
    .flatMap(({ name }) => {
      if (file.startsWith(`services/${name}/`) || file === `proto/rights/services/${name}.ts`) return [];
      if (new RegExp(`^proto/(gen/)?tessera/${name}/`).test(file)) return [];
      const forms = [
        `services/${name}/`,
        // A screen speaks to the API, whose paths and live topics carry such words.
        ...(alsoWords.has(name) || file.startsWith('frontends/')
          ? []
          : [code ? `(['"\`])${name}\\1` : `\\b${name}\\b`]),
      ];
      const rest = text.replace(made, '').replace(file.startsWith('services/') ? followed : made, '');
      return [...rest.matchAll(new RegExp(forms.join('|'), 'g'))].map(([found]) => `${file}: ${found}`);
    });
};
