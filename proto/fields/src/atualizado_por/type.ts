import { systemUser } from '../system.ts';

/** Who changed the record last. */
export const atualizadoPor = systemUser('atualizado_por', 'updatedBy');
