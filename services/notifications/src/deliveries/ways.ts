import { idOf } from '../named.ts';

/** The ways by which something can reach a person here, beside their inbox. */
export type Ways = {
  readonly mail: { readonly mailId: string; readonly receiver: string } | undefined;
  readonly push: boolean;
};
export type WaysOf = (
  organizationId: string,
  told: { readonly id: string; readonly userId: string; readonly kind: string },
) => Promise<Ways>;

/** What a person can be reached by; whether they want to be is decided with what they are told. */
export const createWays =
  (sendsMail: boolean, hasBrowser: (organizationId: string, userId: string) => Promise<boolean>): WaysOf =>
  async (organizationId, { id, userId, kind }) => ({
    mail: sendsMail
      ? {
          mailId: idOf('notice', organizationId, id),
          // What waits for its time holds up nothing else.
          receiver: idOf('receiver', organizationId, userId, ...(kind === 'message' ? [kind] : [])),
        }
      : undefined,
    push: await hasBrowser(organizationId, userId),
  });
