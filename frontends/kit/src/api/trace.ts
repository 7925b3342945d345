/** What comes later than this after a click is not because of it. */
const actionMs = 5_000;

const hex = (bytes: number): string => {
  let text = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(bytes))) text += byte.toString(16).padStart(2, '0');
  return text;
};

let traceId = '';
let begun = Number.NEGATIVE_INFINITY;

/** A person has done something: requests from here on belong to it. */
export const beginAction = (now: number = performance.now()): void => {
  traceId = hex(16);
  begun = now;
};

/**
 * The W3C `traceparent` of a request: all that one click or key sets off has one trace, from here through every service
 * and what follows there. A request that nobody's hand began has a trace of its own.
 */
export const traceparent = (now: number = performance.now()): string =>
  `00-${now - begun <= actionMs ? traceId : hex(16)}-${hex(8)}-01`;

if (typeof document !== 'undefined') {
  for (const type of ['pointerdown', 'keydown', 'paste', 'drop', 'submit'])
    document.addEventListener(type, () => beginAction(), { capture: true, passive: true });
}
