import { asItIs } from './kind.ts';

export const boolean = asItIs('boolean', 'boolean', () => undefined);
