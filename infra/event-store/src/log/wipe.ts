import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

const pagesAtOnce = 64;
/**
 * From here on the number that an overflow page begins with may look like a b-tree's first byte: such a file is left as
 * it is.
 */
const tooManyPages = 2 ** 25;
/**
 * First bytes of b-tree pages, with the length of their header. Any other page is zeroed by SQLite when it is freed
 * (secure_delete).
 */
const headers = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
]);

/**
 * The part of a page between its list of cells and the cells, which nothing reads; undefined for a page that is no
 * b-tree's.
 */
const gapOf = (page: Buffer, first: boolean): { readonly from: number; readonly to: number } | undefined => {
  const at = first ? 100 : 0;
  const length = headers.get(page[at]!);
  if (length === undefined) return undefined;
  const from = at + length + 2 * page.readUInt16BE(at + 3);
  const to = page.readUInt16BE(at + 5) || 65_536;
  return from < to && to <= page.length ? { from, to } : undefined;
};

/**
 * Zeroes what SQLite leaves in the unused middle of its pages: secure_delete covers what is deleted, but not the copies
 * that stay behind when cells move from page to page. Works on the file itself, beneath SQLite, so each slice needs
 * that the WAL was just emptied and the writer's page cache with it, and that nobody writes until it returns; readers
 * never look there. The file stays open until `close`: closing it would drop SQLite's own locks of this process.
 */
export const createWiper = (path: string) => {
  let file: number | undefined;
  let next = 0;
  return {
    /** Goes on for about `budgetMs`; true when it has come to the end of the file, and begins again then. */
    step: (budgetMs: number): boolean => {
      const until = performance.now() + budgetMs;
      file ??= openSync(path, 'r+');
      const start = Buffer.alloc(18);
      readSync(file, start, 0, 18, 0);
      const pageSize = start.readUInt16BE(16) === 1 ? 65_536 : start.readUInt16BE(16);
      const pages = Math.floor(fstatSync(file).size / pageSize);
      if (pages >= tooManyPages) return true;
      const buffer = Buffer.alloc(pageSize * pagesAtOnce);
      const zeros = Buffer.alloc(pageSize);
      let wrote = false;
      while (next < pages) {
        const count = Math.min(pagesAtOnce, pages - next);
        readSync(file, buffer, 0, count * pageSize, next * pageSize);
        for (let i = 0; i < count; i++) {
          const page = buffer.subarray(i * pageSize, (i + 1) * pageSize);
          const gap = gapOf(page, next + i === 0);
          if (gap === undefined || page.compare(zeros, 0, gap.to - gap.from, gap.from, gap.to) === 0) continue;
          writeSync(file, zeros, 0, gap.to - gap.from, (next + i) * pageSize + gap.from);
          wrote = true;
        }
        next += count;
        if (performance.now() > until) break;
      }
      if (wrote) fdatasyncSync(file);
      if (next < pages) return false;
      next = 0;
      return true;
    },
    /** To be called after SQLite closed the database, never before. */
    close: (): void => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
};
