import { z } from 'zod';
import { isSigned } from '../deliveries/signature.ts';
import { invalid, rejection } from '../refusals.ts';
import type { Secrets } from '../webhooks/secrets.ts';

/** What an address says of its secret, beside the rest of it. */
export const signingShape = {
  signed: z
    .boolean()
    .meta({ description: 'Calls must be signed as Standard Webhooks are: others are refused with 401.' }),
  oldSecretUntil: z.string().nullable().meta({ description: 'Until then the secret of before is good as well.' }),
};
/** What a secret is made of, where its sender has one. */
export const secretBody = z.strictObject({
  secret: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: 'The one of the sender: `whsec_` and 24 to 64 bytes in base64. Left out: a new one.' }),
});

const shortest = 24;
const longest = 64;

/** A secret as Standard Webhooks writes it, or undefined where none is given; throws where it is none. */
export const secretFrom = (given: string | undefined): string | undefined => {
  if (given === undefined) return undefined;
  const text = given.replace(/^whsec_/, '');
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64').length : 0;
  if (bytes < shortest || bytes > longest) throw invalid('hook.secret_wrong');
  return `whsec_${text}`;
};

/** Addresses whose calls are proved to be of those who have the secret. The vault decides: what lies there is asked for. */
export const createSigning = (secrets: Secrets, clock: () => number) => ({
  of: async (organizationId: string, id: string) => {
    const until = await secrets.overlap(organizationId, id);
    return {
      signed: (await secrets.signing(organizationId, id)).length > 0,
      oldSecretUntil: until === undefined ? null : new Date(until).toISOString(),
    };
  },
  /** Refuses a call that is not signed, where it has to be. */
  prover: async (
    organizationId: string,
    id: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<(body: Buffer) => void> => {
    const good = await secrets.signing(organizationId, id);
    return (body) => {
      if (good.length > 0 && !isSigned(good, headers, body, clock()))
        throw rejection('unauthenticated', 'hook.signature_wrong');
    };
  },
  next: secrets.next,
  forget: secrets.forget,
});
export type Signing = ReturnType<typeof createSigning>;
