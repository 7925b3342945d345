import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const versionOf = (name: string): string => {
  const manifest: unknown = require(`${name}/package.json`);
  if (
    typeof manifest === 'object' &&
    manifest !== null &&
    'version' in manifest &&
    typeof manifest.version === 'string'
  )
    return manifest.version;
  throw new Error(`${name} has no version`);
};

const reactDom = versionOf('react-dom');
const react = versionOf('react');
const kit = '0.1.0';

/**
 * Everything that exists once in the page, with its exact version. The shell provides all of it; a remote brings none
 * of it.
 */
export const singletons: Readonly<Record<string, string>> = {
  react,
  'react/jsx-runtime': react,
  'react-dom': reactDom,
  'react-dom/client': reactDom,
  'react-router': versionOf('react-router'),
  '@tanstack/react-query': versionOf('@tanstack/react-query'),
  i18next: versionOf('i18next'),
  'react-i18next': versionOf('react-i18next'),
  '@tessera/kit': kit,
};

/** Parts of the kit that hold no state, so a remote may bundle its own copy. */
export const stateless = ['@tessera/kit/manifest', '@tessera/kit/icons', '@tessera/kit/qr', '@tessera/kit/square'];

/**
 * By package: the module that the shell shares in its place, which names what the front ends use. A shared package is
 * shipped whole, since nobody knows at build time what a remote takes of it; of a list nothing else is.
 */
export const trimmed: Readonly<Record<string, string>> = {
  'react-router': new URL('shared/react-router.js', import.meta.url).pathname,
  '@tanstack/react-query': new URL('shared/react-query.js', import.meta.url).pathname,
  'react-i18next': new URL('shared/react-i18next.js', import.meta.url).pathname,
};

export const kitVersion = kit;

type Shared = {
  singleton: true;
  strictVersion: true;
  version: string;
  requiredVersion: string;
  import?: false | string;
};

/** `host` provides the modules; a remote refers to them only, which keeps one copy whatever is deployed. */
export const sharedFor = (role: 'host' | 'remote'): Record<string, Shared> =>
  Object.fromEntries(
    Object.entries(singletons).map(([name, version]) => [
      name,
      {
        singleton: true,
        strictVersion: true,
        version,
        requiredVersion: version,
        ...(role === 'remote'
          ? { import: false as const }
          : trimmed[name] !== undefined
            ? { import: trimmed[name] }
            : {}),
      },
    ]),
  );
