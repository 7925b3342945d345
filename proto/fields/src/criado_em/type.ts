import { systemInstant } from '../system.ts';

/** When the record was made. */
export const criadoEm = systemInstant('criado_em', 'createdAt', 'Set by the server: when the record was created.');
