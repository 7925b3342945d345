import { awayRefusals, declareRefusals } from '@tessera/kernel';

/** Every code that this service answers by itself; the rest is passed on as it comes. */
export const { rejection } = declareRefusals(awayRefusals);
