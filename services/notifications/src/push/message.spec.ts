import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decrypted, senderOf } from '../testing/push-service.ts';
import { authorization, encrypted, isPublicKey, makeKeys, mostBytes } from './message.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const browser = () => {
  const own = createECDH('prime256v1');
  own.generateKeys();
  return { own, p256dh: own.getPublicKey('base64url'), auth: bytes('BTBZMqHH6r4Tts7J_aSIgg') };
};

describe('a message for a browser', () => {
  it('is that of the example of RFC 8291', () => {
    const sent = encrypted(
      {
        endpoint: 'https://push.example/1',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      'When I grow up, I want to be a watermelon',
      { privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') },
    );
    expect(sent.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });
  it('is read by the browser for which it is, each with keys of its own, and by no other', () => {
    const [one, other] = [browser(), browser()];
    const subscription = { endpoint: '', p256dh: one.p256dh, auth: one.auth.toString('base64url') };
    const [first, second] = [encrypted(subscription, 'Olá'), encrypted(subscription, 'Olá')];
    expect(decrypted(first, one.own, one.auth)).toBe('Olá');
    expect(first.equals(second)).toBe(false);
    expect(() => decrypted(first, other.own, one.auth)).toThrow();
    expect(encrypted(subscription, 'x'.repeat(mostBytes)).length).toBe(4_096);
  });
  it('says who sends it, to the one push service, for half a day', () => {
    const keys = makeKeys();
    const header = authorization('https://push.example/send/1?a=b', keys, { subject: 'https://here.example', now: 0 });
    expect(senderOf(header)).toEqual({
      key: keys.publicKey,
      claims: { aud: 'https://push.example', exp: 43_200, sub: 'https://here.example' },
    });
    expect(bytes(keys.publicKey)).toHaveLength(65);
  });
  it('needs a key that is on the curve', () => {
    expect(isPublicKey(makeKeys().publicKey)).toBe(true);
    expect(isPublicKey(Buffer.alloc(65, 4).toString('base64url'))).toBe(false);
    expect(isPublicKey('nothing')).toBe(false);
  });
});
