import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Fault = { readonly file: string; readonly line: number; readonly text: string };

const raw = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lch|lab|hwb|color)\(\s*[\d.]/gi;
const named = /:\s*(?:white|black|red|green|blue|gray|grey|silver|orange|yellow|purple|pink|brown)\b/gi;

/**
 * Raw colours in a style sheet or component: every place where one stands. An address's fragment and an issue number
 * are none.
 */
export const rawColours = (source: string, file: string): readonly Fault[] =>
  source.split('\n').flatMap((line, index) => {
    const code = line
      .replace(/\/\/.*$/, '')
      .replace(/\/\*.*?\*\//g, '')
      .replace(/url\([^)]*\)/g, '');
    const hits = [...code.matchAll(raw), ...(file.endsWith('.css') ? code.matchAll(named) : [])].filter(
      ([hit]) => file.endsWith('.css') || !hit.startsWith('#') || /['"`]\s*$/.test(code.slice(0, code.indexOf(hit))),
    );
    return hits.map(([text]) => ({ file, line: index + 1, text }));
  });

/** Raw colours anywhere in the front ends but the tokens. */
export const tokenFaults = (frontends: string): readonly Fault[] =>
  readdirSync(frontends, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.(css|tsx?)$/.test(file) &&
        /^[a-z-]+\/src\//.test(file) &&
        !file.includes('node_modules') &&
        !/\.spec\.tsx?$/.test(file),
    )
    .flatMap((file) => rawColours(readFileSync(join(frontends, file), 'utf8'), file));
