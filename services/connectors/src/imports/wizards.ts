import type { Actor, Clock } from '@tessera/kernel';
import type { StateStore } from '@tessera/document-store';
import { userOf } from '@tessera/proto/rights';
import { sources, type Source } from '../csv/reader.ts';
import { handleLifetimeMs } from '../upload/handles.ts';
import { notFound } from '../refusals.ts';

/** What a wizard was told so far, so that a reload goes on: its own user's, for as long as the upload lives. */
export type Wizard = {
  readonly userId: string;
  /** The table that it was begun for, where there was one. */
  readonly object?: string;
  readonly file?: { readonly filePath: string; readonly name: string; readonly size: number };
  readonly config?: object;
};

const bucket = 'connector-wizard';
/** More than an organization begins in a week. */
const mostWizards = 100_000;

/** The connector that a call names. Throws `object_not_found`, as the specification has it for unknown ones. */
export const requireSource = (connectorId: string): Source => {
  const source = sources.find((known) => known === connectorId);
  if (source === undefined) throw notFound('object_not_found', 'There is no such connector.');
  return source;
};

/** Forgets the imports that one person has begun and not ended. */
export const forgetWizards = async (state: StateStore, organizationId: string, userId: string): Promise<void> => {
  for (const { key, value } of await state.list<Wizard>(organizationId, bucket, '', mostWizards))
    if (value.userId === userId) await state.delete(organizationId, bucket, key);
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
    begin: (actor: Actor, identifier: string, object?: string): Promise<void> =>
      state.put(
        actor.organizationId,
        bucket,
        identifier,
        { userId: userOf(actor), ...(object === undefined ? {} : { object }) } satisfies Wizard,
        { expiresAt: expiresAt() },
      ),
    /** Throws `object_not_found` for an unknown, expired or somebody else's wizard alike. */
    require,
    uploaded: async (actor: Actor, identifier: string, file: NonNullable<Wizard['file']>): Promise<void> => {
      const { userId, object } = await require(actor, identifier);
      const wizard: Wizard = { userId, file, ...(object === undefined ? {} : { object }) };
      await state.put(actor.organizationId, bucket, identifier, wizard, { expiresAt: expiresAt() });
    },
    remember: async (actor: Actor, identifier: string, config: object): Promise<void> => {
      const wizard: Wizard = { ...(await require(actor, identifier)), config };
      await state.put(actor.organizationId, bucket, identifier, wizard, { expiresAt: expiresAt() });
    },
  };
};
export type Wizards = ReturnType<typeof createWizards>;
