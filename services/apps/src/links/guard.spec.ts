import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isVisit, isWorked, makeTicket, makeVisit, readTicket } from './guard.ts';

const key = 'a key of this installation';
const link = '01m7z2k51dds483b3ntvz44n99';
const now = 1_800_000_000_000;
const hour = 3_600_000;

describe('a ticket', () => {
  it('says when it was made, and is of one link, one installation and one day', () => {
    const ticket = makeTicket(key, link, now);
    expect(readTicket(key, link, ticket, now + hour)?.at).toBe(now);
    expect(readTicket(key, 'another', ticket, now)).toBeUndefined();
    expect(readTicket('another', link, ticket, now)).toBeUndefined();
    expect(readTicket(key, link, ticket, now + 25 * hour)).toBeUndefined();
    expect(readTicket(key, link, ticket, now - 1)).toBeUndefined();
  });
  it('is none where it was altered', () => {
    const ticket = makeTicket(key, link, now);
    const [, nonce, mac] = ticket.split('.');
    for (const altered of [
      '',
      'a.b.c',
      `${ticket}.x`,
      `${(now - 1).toString(36)}.${nonce}.${mac}`,
      ticket.slice(0, -1),
    ])
      expect(readTicket(key, link, altered, now)).toBeUndefined();
  });
  it('differs each time', () => {
    const nonces = Array.from({ length: 50 }, () => readTicket(key, link, makeTicket(key, link, now), now)?.nonce);
    expect(new Set(nonces).size).toBe(50);
  });
});

describe('the work for a ticket', () => {
  it('is done where the hash begins with that many zero bits', () => {
    const zeros = (proof: string): number =>
      Buffer.from(hash('sha256', `t.${proof}`, 'hex'), 'hex')
        .reduce((text, byte) => text + byte.toString(2).padStart(8, '0'), '')
        .indexOf('1');
    for (let n = 0; n < 200; n++)
      for (const bits of [0, 1, 3, 8]) expect(isWorked('t', String(n), bits)).toBe(zeros(String(n)) >= bits);
  });
});

describe('a visit', () => {
  it('ends by itself and with the password, and opens one link', () => {
    const visit = makeVisit(key, link, 'p1', now + hour);
    expect(isVisit(key, link, 'p1', visit, now)).toBe(true);
    expect(isVisit(key, link, 'p1', visit, now + hour)).toBe(false);
    expect(isVisit(key, link, 'p2', visit, now)).toBe(false);
    expect(isVisit(key, 'another', 'p1', visit, now)).toBe(false);
    expect(isVisit(key, link, 'p1', undefined, now)).toBe(false);
    expect(isVisit(key, link, 'p1', `${(now + 9 * hour).toString(36)}.${visit.split('.')[1]}`, now)).toBe(false);
  });
});
