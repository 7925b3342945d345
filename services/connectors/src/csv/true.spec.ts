import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '@tessera/fields/testing';
import { afterAll, expect, it } from 'vitest';
import { throughImport } from '../testing/meaning.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-true-'));
afterAll(() => rmSync(folder, { recursive: true }));

const random = seeded(2718);
const below = (n: number): number => Math.floor(random() * n);
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
const digits = (n: number): string => Array.from({ length: n }, () => below(10)).join('');
const day = () => [1 + below(28), 1 + below(12), 1950 + below(80)] as const;
const two = (n: number): string => String(n).padStart(2, '0');
/** How people and programs write values, one way a column. */
const writings: readonly (() => string)[] = [
  () => String(below(100_000) - 50_000),
  () => `${below(1000)}.${digits(2)}`,
  () => `${below(1000)},${digits(1 + below(4))}`,
  () => `${1 + below(999)},${digits(3)}.${digits(2)}`,
  () => `${1 + below(999)}.${digits(3)},${digits(2)}`,
  () => `${1 + below(9)}.${digits(1 + below(8))}e-${1 + below(12)}`,
  () => `${1 + below(9)}.${digits(2)}E+${below(22)}`,
  () => `0.${digits(1 + below(20))}`,
  () => digits(1 + below(22)),
  () => `R$ ${1 + below(999)}.${digits(3)},${digits(2)}`,
  () => `$${below(1000)}.${digits(2)}`,
  () => `(${1 + below(999)}.5)`,
  () => `${below(100)}.${digits(1 + below(8))} %`,
  () => pick(['12 %', '0.14']),
  () => ((d) => `${two(d[0])}/${two(d[1])}/${d[2]}`)(day()),
  () => ((d) => `${two(d[1])}/${two(d[0])}/${d[2]}`)(day()),
  () => ((d) => `${d[2]}-${two(d[1])}-${two(d[0])}`)(day()),
  () => ((d) => `${d[2]}-${two(d[1])}-${two(d[0])} ${two(below(24))}:${two(below(60))}`)(day()),
  () => ((d) => `${d[0]}.${d[1]}.${d[2]}`)(day()),
  () => pick(['yes', 'no']),
  () => pick(['sim', 'não', 'n/a']),
  () => pick(['X', 'Y']),
  () => pick(['yes', 'Y', 'x', 'no']),
  () => pick(['New York', 'New  York', 'Oslo']),
  () => `${'漢字かな'.repeat(21)}\n${below(9)}`,
  () => `line\u2028${below(9)}`,
  () => pick(['mW', 'MW', 'x²', 'x2', 'Tp53', 'TP53', 'L', 'l']),
  () => pick(['red; blue', 'blue', 'green;red']),
  () => `person${below(1000)}@example.com`,
  () => `https://example.com/${digits(3)}?a=${below(9)}`,
  () => `+55 11 9${digits(4)}-${digits(4)}`,
  () => `A-${digits(4)}`,
  () => `00${digits(3)}`,
  () => pick(['15B', '<0.5', '7', '12']),
  () => `line ${below(9)}\nline ${below(9)}`,
  () => `a\tb ${digits(3)}`,
  () => `"${pick(['quoted', 'words'])}", ${digits(2)}`,
  () => `${below(256)}.${below(256)}.${below(256)}.${below(256)}`,
  () => pick(['é', 'ação', '日本', '😀']) + digits(2),
];
const quoted = (text: string): string => (/[",\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

// The promise that nothing is lost: proposals and conversion are one code, and a value that lands says what the file said.
it(
  'proposes nothing that changes a value, for columns of every writing and of two mixed',
  { timeout: 120_000 },
  async () => {
    for (let n = 0; n < 60; n++) {
      const kinds = Array.from({ length: 8 }, () => {
        const [first, second] = [pick(writings), pick(writings)];
        const mixed = random() < 0.25 ? 0.1 : 0;
        const holes = random() < 0.5 ? 0.1 : 0;
        return () =>
          random() < holes ? pick(['', ' ', 'n/a', '-', '#N/A', 'NULL']) : (random() < mixed ? second : first)();
      });
      const rows = Array.from({ length: 40 }, () => kinds.map((make) => quoted(make())).join(','));
      const path = join(folder, `${n}.csv`);
      writeFileSync(path, `Name,Kind,Date,Value,Group,Note,Status,Sum\n${rows.join('\n')}\n`);
      const { columns, misfits, changed, layout } = await throughImport(path);
      expect([layout.headerRow, layout.rows, changed, misfits], path).toEqual([1, 40, [], 0]);
      for (const { fit, cells, type } of columns) {
        const filled = cells.filter((cell) => cell !== null).length;
        expect([type, fit.matched, fit.rounded, fit.misfits, fit.unlisted], rows.join('\n')).toEqual([
          type,
          filled,
          0,
          [],
          0,
        ]);
        expect(fit.matched + fit.meantEmpty + fit.empty).toBe(40);
      }
    }
  },
);
