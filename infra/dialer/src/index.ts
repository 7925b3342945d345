export { createDialer, type Dialer, type DialerOptions, type Place } from './dialer.ts';
export type { WebAnswer, WebRequest } from './web.ts';
