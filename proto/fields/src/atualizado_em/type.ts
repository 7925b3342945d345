import { systemInstant } from '../system.ts';

/** Last updated: when the record was changed last. */
export const atualizadoEm = systemInstant(
  'atualizado_em',
  'updatedAt',
  'Set by the server: when the record was changed last.',
);
