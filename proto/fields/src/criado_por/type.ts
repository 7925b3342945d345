import { systemUser } from '../system.ts';

/** Who made the record. */
export const criadoPor = systemUser('criado_por', 'createdBy');
