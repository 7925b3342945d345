export { encodeMessage } from '@tessera/proto/encode';
