import { filesOf } from '../files-type.ts';

/** Files of any kind, in the order that people give them. */
export const files = filesOf('files', undefined, () => undefined);
