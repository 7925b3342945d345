import { systemUser } from '../system.ts';

/** Who changed the record last. */
export const atualizadoPor = systemUser(
  'atualizado_por',
  'updatedBy',
  'Set by the server: the id of the person who changed the record last.',
);
