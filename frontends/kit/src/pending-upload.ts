/** Endings of the files that an import takes. */
export const importKinds = ['.xlsx', '.xlsm', '.csv', '.tsv', '.txt', '.json', '.jsonl'] as const;
/** Endings of workbooks that are not read. They may be chosen and dropped as well: the import says what to do with one. */
export const workbookKinds = ['.xls', '.xlsb', '.ods', '.numbers'] as const;

/** Whether a file is a workbook that is not read, by its name. */
export const isWorkbook = (name: string): boolean =>
  workbookKinds.some((ending) => name.toLowerCase().endsWith(ending));

let pending: File | null = null;

/**
 * Carries a file that was dropped somewhere to the page that works on it, across a navigation and through federation.
 * `take` empties it, so a page that is opened again later does not find a stale file.
 */
export const pendingUpload = {
  put: (file: File): void => {
    pending = file;
  },
  peek: (): File | null => pending,
  take: (): File | null => {
    const file = pending;
    pending = null;
    return file;
  },
};
