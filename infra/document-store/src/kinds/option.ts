import { plainText, type StoreKind } from './kind.ts';

export const option: StoreKind = { ...plainText, asked: new Set(['order', 'in', 'has']) };
