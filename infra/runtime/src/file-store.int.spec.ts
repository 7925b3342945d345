import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderFiles } from './file-store.ts';
import { filesContract } from './testing/files.contract.ts';

filesContract('a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-files-'));
  return {
    files: folderFiles(folder),
    kept: async (organizationId) =>
      existsSync(join(folder, organizationId)) ? readdirSync(join(folder, organizationId)) : [],
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
});
