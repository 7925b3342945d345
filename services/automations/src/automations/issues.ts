import { issuesOf, tablesIn, type Issue, type Program } from '@tessera/proto/automations';
import type { Directory } from '@tessera/runtime/directory';
import type { Tables } from '../access/tables.ts';

/** What keeps a program from running with the rights of its owner, as tables are now. */
export const createIssues =
  ({ tables, directory }: { readonly tables: Tables; readonly directory: Directory }) =>
  async (organizationId: string, ownerId: string, program: Program): Promise<readonly Issue[]> => {
    const owner = await directory.present({ organizationId, userId: ownerId });
    const known = owner === undefined ? new Map() : await tables.known(owner, tablesIn(program));
    return issuesOf(program, known);
  };
