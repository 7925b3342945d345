import { systemInstant } from '../system.ts';

/** When the record was made. */
export const criadoEm = systemInstant('criado_em', 'createdAt');
