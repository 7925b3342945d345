import { declareRefusals, requestRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { invalid, list } = declareRefusals(requestRefusals);
