const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const random = new Uint8Array(10);
let lastTime = -1;

/**
 * A new id in the shape that the server takes from clients: a lower-case ULID, 26 characters, increasing within this
 * page. Uses `getRandomValues`, which exists on plain HTTP as well (`crypto.randomUUID` does not).
 */
export const newId = (now: number = Date.now()): string => {
  if (now > lastTime) {
    lastTime = now;
    crypto.getRandomValues(random);
    random[0] = (random[0] ?? 0) & 0x7f;
  } else {
    for (let i = 9; i >= 0; i--) {
      random[i] = ((random[i] ?? 0) + 1) & 0xff;
      if (random[i] !== 0) break;
    }
  }
  let time = '';
  for (let rest = lastTime, i = 0; i < 10; i++) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let tail = '';
  let bits = 0;
  let buffer = 0;
  for (const byte of random) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      tail += alphabet.charAt((buffer >> bits) & 31);
      buffer &= (1 << bits) - 1;
    }
  }
  return time + tail;
};
