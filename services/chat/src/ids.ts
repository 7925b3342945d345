import { createHash } from 'node:crypto';

const letters = '0123456789abcdefghjkmnpqrstvwxyz';
/** An id that follows from what it is of. */
const idOf = (...parts: readonly string[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  return `0${Array.from(hash.subarray(0, 25), (byte) => letters[byte & 31]).join('')}`;
};

/** The conversation of two people is one, whoever begins: its id follows from who they are. */
export const dmId = (organizationId: string, a: string, b: string): string =>
  idOf(organizationId, ...[a, b].toSorted());

/** The record whose conversation is meant. */
export type Place = { readonly tableId: string; readonly recordId: string };
/** By which its stream and its live topic are named. */
export const recordConversationId = (organizationId: string, { tableId, recordId }: Place): string =>
  idOf(organizationId, 'record', tableId, recordId);
/** By which the conversation of a doc page is named. */
export const pageConversationId = (organizationId: string, pageId: string): string =>
  idOf(organizationId, 'page', pageId);
export const pageOf = (text: string): string | undefined => /^page:([0-9a-z]{26})$/.exec(text)?.[1];
/** What programs and people call it. */
export const placeId = ({ tableId, recordId }: Place): string => `record:${tableId}:${recordId}`;
export const placeOf = (text: string): Place | undefined => {
  const [, tableId, recordId] = /^record:([0-9a-z]{26}):([0-9a-z]{26})$/.exec(text) ?? [];
  return tableId === undefined || recordId === undefined ? undefined : { tableId, recordId };
};
