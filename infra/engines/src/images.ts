import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const official = new URL('infra/engines/images.env', root);
const chosen = new URL('.cache/engines.env', root);

/** `NAME=value` lines; comments and blank lines are left out. */
export const parseEnv = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf('=');
      return line.startsWith('#') || at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );

/** The image names of this machine: the environment before what ready.sh chose, before the official ones. */
export const imageNames = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> => {
  const defaults = parseEnv(readFileSync(official, 'utf8'));
  const here = existsSync(chosen) ? parseEnv(readFileSync(chosen, 'utf8')) : {};
  return Object.fromEntries(
    Object.keys(defaults).map((name) => [name, environment[name] ?? here[name] ?? defaults[name] ?? '']),
  );
};
