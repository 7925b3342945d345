import { systemUser } from '../system.ts';

/** Who made the record. */
export const criadoPor = systemUser(
  'criado_por',
  'createdBy',
  'Set by the server: the id of the person who created the record.',
);
