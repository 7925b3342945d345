import { notFound, type Actor, type Clock } from '@tessera/kernel';
import type { StateStore } from '@tessera/document-store';
import { userOf } from '@tessera/proto/rights';
import { handleLifetimeMs } from '../upload/handles.ts';

/** What a wizard was told so far, so that a reload goes on: its own user's, for as long as the upload lives. */
export type Wizard = {
  readonly userId: string;
  readonly file?: { readonly filePath: string; readonly name: string; readonly size: number };
  readonly config?: object;
};

const bucket = 'connector-wizard';

/** The one connector there is; others answer as the specification has it for unknown ones. */
export const requireCsv = (connectorId: string): void => {
  if (connectorId !== 'csv') throw notFound('object_not_found', 'There is no such connector.');
};

export const createWizards = (state: StateStore, clock: Clock) => {
  const expiresAt = () => clock() + handleLifetimeMs;
  const require = async (actor: Actor, identifier: string): Promise<Wizard> => {
    const wizard = await state.get<Wizard>(actor.organizationId, bucket, identifier);
    if (wizard === undefined || wizard.userId !== userOf(actor))
      throw notFound('object_not_found', 'This import is no longer there. Begin again.');
    return wizard;
  };
  return {
    begin: (actor: Actor, identifier: string): Promise<void> =>
      state.put(actor.organizationId, bucket, identifier, { userId: userOf(actor) } satisfies Wizard, {
        expiresAt: expiresAt(),
      }),
    /** Throws `object_not_found` for an unknown, expired or somebody else's wizard alike. */
    require,
    uploaded: async (actor: Actor, identifier: string, file: NonNullable<Wizard['file']>): Promise<void> =>
      state.put(actor.organizationId, bucket, identifier, { userId: userOf(actor), file } satisfies Wizard, {
        expiresAt: expiresAt(),
      }),
    remember: async (actor: Actor, identifier: string, config: object): Promise<void> => {
      const { userId, file } = await require(actor, identifier);
      await state.put(
        actor.organizationId,
        bucket,
        identifier,
        { userId, ...(file ? { file } : {}), config },
        { expiresAt: expiresAt() },
      );
    },
  };
};
export type Wizards = ReturnType<typeof createWizards>;
