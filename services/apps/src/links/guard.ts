import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a page that was loaded may be answered from, in ms. */
const ticketLife = 24 * 60 * 60 * 1000;
/** Who is let in by the password of a link comes in without it for so long, in ms. */
export const visitLife = 8 * 60 * 60 * 1000;

/** What a form asks of whoever answers it, beside the answers: how long it took at least, in ms, and how much work. */
type Demands = { readonly leastMs: number; readonly bits: number };
export const demanding: Demands = { leastMs: 1_500, bits: 14 };
export const easy: Demands = { leastMs: 0, bits: 0 };

const seal = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
const isSeal = (key: string, text: string, given: string): boolean => {
  const [expected, found] = [Buffer.from(seal(key, text)), Buffer.from(given)];
  return expected.length === found.length && timingSafeEqual(expected, found);
};

/** Says when a page was loaded; each is good for one answer. */
export const makeTicket = (key: string, linkId: string, now: number): string => {
  const body = `${now.toString(36)}.${randomBytes(12).toString('base64url')}`;
  return `${body}.${seal(key, `ticket ${linkId} ${body}`)}`;
};

/** When a ticket was made and what tells it from others; undefined where it is none of this link, or too old. */
export const readTicket = (
  key: string,
  linkId: string,
  ticket: string,
  now: number,
): { readonly at: number; readonly nonce: string } | undefined => {
  const [made = '', nonce = '', mac = '', more] = ticket.split('.');
  if (more !== undefined || !isSeal(key, `ticket ${linkId} ${made}.${nonce}`, mac)) return undefined;
  const at = Number.parseInt(made, 36);
  return Number.isSafeInteger(at) && at <= now && now - at < ticketLife ? { at, nonce } : undefined;
};

/** Whether a proof costs the work that is asked for: that many zero bits at the front of a hash. */
export const isWorked = (ticket: string, proof: string, bits: number): boolean => {
  if (bits === 0) return true;
  const digest = Buffer.from(hash('sha256', `${ticket}.${proof}`, 'hex'), 'hex');
  for (let bit = 0; bit < bits; bit++) if (((digest[bit >> 3] ?? 255) & (128 >> (bit & 7))) !== 0) return false;
  return true;
};

/** Says which record an answer became. Whoever has it may change the answer, and its browser has answered. */
export const makeAnswered = (key: string, linkId: string, recordId: string): string =>
  `${recordId}.${seal(key, `answer ${linkId} ${recordId}`)}`;
/** The record of an answer to this link; undefined for what nobody was given. */
export const readAnswered = (key: string, linkId: string, given: string | undefined): string | undefined => {
  const [recordId = '', mac = '', more] = (given ?? '').split('.');
  return more === undefined && isSeal(key, `answer ${linkId} ${recordId}`, mac) ? recordId : undefined;
};

/** For the cookie of a link: its password was said. It ends with the password. */
export const makeVisit = (key: string, linkId: string, passwordId: string, until: number): string => {
  const body = until.toString(36);
  return `${body}.${seal(key, `visit ${linkId} ${passwordId} ${body}`)}`;
};
export const isVisit = (
  key: string,
  linkId: string,
  passwordId: string,
  visit: string | undefined,
  now: number,
): boolean => {
  const [body = '', mac = '', more] = (visit ?? '').split('.');
  return (
    more === undefined && isSeal(key, `visit ${linkId} ${passwordId} ${body}`, mac) && Number.parseInt(body, 36) > now
  );
};
