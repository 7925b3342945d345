import { isCommitId } from '@tessera/event-store/actions';
import type { StoredCommit } from '@tessera/kernel';
import type { AuthEvent } from '../events.ts';
import type { inverses } from './decide.ts';

/** What can be taken back: an event whose inverse is more than a reason. */
const undoable = new Set<string>([
  'roleChanged',
  'roleDeleted',
  'organizationChanged',
  'memberAssigned',
  'memberDisabled',
  'memberEnabled',
  'invitationMade',
  'invitationRevoked',
] satisfies (keyof typeof inverses)[]);

export const isUndoable = (kind: string): boolean => undoable.has(kind);

/** What undo takes: commits bear the service's name, an operation gets it. */
export const undoId = (id: string): string => (isCommitId(id) ? id : `auth.${id}`);

export type MemberChange = {
  readonly name: 'seat' | 'role' | 'active';
  readonly before: string;
  readonly after: string;
};

/** What a commit changed of one member; `names` are those of roles. */
export const changesOf = (
  commit: StoredCommit<AuthEvent> | undefined,
  userId: string,
  names: ReadonlyMap<string, string>,
): MemberChange[] =>
  (commit?.events ?? []).flatMap((one): MemberChange[] => {
    if (!('userId' in one.value) || one.value.userId !== userId) return [];
    if (one.$case === 'memberDisabled') return [{ name: 'active', before: 'true', after: 'false' }];
    if (one.$case === 'memberEnabled') return [{ name: 'active', before: 'false', after: 'true' }];
    if (one.$case !== 'memberAssigned') return [];
    const { seat, seatBefore, roleId, roleIdBefore } = one.value;
    const nameOf = (role: string): string => names.get(role) ?? role;
    return [
      ...(seat === seatBefore ? [] : [{ name: 'seat' as const, before: seatBefore, after: seat }]),
      ...(roleId === roleIdBefore
        ? []
        : [{ name: 'role' as const, before: nameOf(roleIdBefore), after: nameOf(roleId) }]),
    ];
  });
