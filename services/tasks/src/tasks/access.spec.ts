import { noPermissions, type Actor } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { changes, sees } from './access.ts';

const actor = (more: Partial<Actor['permissions']>): Actor => ({
  organizationId: 'o',
  kind: 'user',
  id: 'mo',
  userId: 'mo',
  seat: 'member',
  roleId: '3',
  permissionVersion: 1,
  permissions: { ...noPermissions, tables_enabled: { '*': 'edit' }, ...more },
});
const task = (owners: readonly string[]) =>
  ({ createdBy: 'ada', parts: { owners, followers: [], tableId: 'deals', recordId: 'r' } }) as never;

describe('a task of a record', () => {
  const narrow = actor({ table_rows: { deals: { fieldId: 'owner', operator: 'isNotEmpty' } } });
  it('is for whoever may read the table', () =>
    expect([sees(actor({}), task(['ada'])), changes(actor({}), task(['ada']))]).toEqual([true, true]));
  it('is not for whoever does not see every record, but where it is theirs', () => {
    expect([sees(narrow, task(['ada'])), changes(narrow, task(['ada']))]).toEqual([false, false]);
    expect([sees(narrow, task(['mo'])), changes(narrow, task(['mo']))]).toEqual([true, true]);
    const other = actor({ table_rows: { people: { fieldId: 'owner', operator: 'isNotEmpty' } } });
    expect(sees(other, task(['ada']))).toBe(true);
  });
});
