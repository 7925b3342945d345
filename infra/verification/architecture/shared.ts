/** The names that `export { ... }` lists. */
const listed = (text: string): readonly string[] =>
  (/export \{([^}]*)\}/.exec(text)?.[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * What a front end imports of a package that the shell shares in part, and that the shell does not bring: the compiler
 * knows the whole package, and the page fails where it is opened. `brought` is the module that names what is shared.
 */
export const notBrought = (file: string, text: string, name: string, brought: string): readonly string[] => {
  if (!/^frontends\/[^/]+\/src\//.test(file) || /\.spec\.tsx?$/.test(file)) return [];
  const known = new Set(listed(brought));
  return [...text.matchAll(/import \{([^}]*)\} from '([^']+)'/g)].flatMap(([, names = '', from]) =>
    from !== name
      ? []
      : names
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== '' && !one.startsWith('type '))
          .map((one) => one.split(' as ')[0]!)
          .filter((one) => !known.has(one)),
  );
};
