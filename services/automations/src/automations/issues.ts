import type { DocumentReader } from '@tessera/document-store';
import {
  automationsIn,
  issuesOf,
  tableOf,
  tablesIn,
  viewOf,
  type Issue,
  type Program,
} from '@tessera/proto/automations';
import type { Directory } from '@tessera/runtime/directory';
import type { Tables } from '../access/tables.ts';
import { formulaIssues } from '../steps/formulas.ts';
import type { AutomationDocument } from './projection.ts';

/** What keeps a program from running with the rights of its owner, as tables are now. */
export const createIssues =
  ({
    tables,
    directory,
    documents,
  }: {
    readonly tables: Tables;
    readonly directory: Directory;
    readonly documents: DocumentReader;
  }) =>
  async (organizationId: string, ownerId: string, program: Program): Promise<readonly Issue[]> => {
    const owner = await directory.present({ organizationId, userId: ownerId });
    if (owner === undefined) return issuesOf(program, new Map());
    const known = await tables.known(owner, tablesIn(program));
    const [viewId, tableId] = [viewOf(program.trigger), tableOf(program.trigger)];
    const view =
      viewId === undefined || tableId === undefined ? undefined : await tables.viewFilter(owner, tableId, viewId);
    const named = await Promise.all(
      automationsIn(program).map((id) => documents.get<AutomationDocument>(organizationId, 'automations', id)),
    );
    const issues = issuesOf(program, known, {
      views: new Map(viewId === undefined || view === undefined ? [] : [[viewId, view.filter] as const]),
      automations: new Set(named.flatMap((one) => (one === undefined || one.archived !== undefined ? [] : [one.id]))),
    });
    return issues.length > 0 ? issues : formulaIssues(program);
  };
