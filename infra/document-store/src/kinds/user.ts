import { plainText, type StoreKind } from './kind.ts';

export const user: StoreKind = { ...plainText, asked: new Set(['order', 'in', 'has']) };
