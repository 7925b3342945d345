import {
  awayRefusals,
  refusalsIn,
  requestRefusals,
  writeRefusals,
  type Refusal,
  type Rejection,
  type RejectionKind,
} from '@tessera/kernel';
import { list } from './refusals.ts';
import type { Route } from './route.ts';

const pick = (...codes: readonly (keyof typeof list)[]): readonly Refusal[] =>
  refusalsIn(Object.fromEntries(codes.map((code) => [code, list[code]])));

const ofAll = [
  ...refusalsIn(awayRefusals),
  ...pick('request.invalid', 'request.not_utf8', 'request.limited', 'request.too_many'),
];
const ofClosed = pick(
  'invalid_token',
  'forbidden',
  'plan.blocked',
  'plan.feature',
  'second_factor.required',
  'session.required',
);
const ofNamed = [...refusalsIn({ object_not_found: requestRefusals.object_not_found }), ...pick('route.not_found')];
const ofBody = pick(
  'request.aborted',
  'request.content_type',
  'request.too_deep',
  'request.too_large',
  'request.too_slow',
);
const ofChange = [...refusalsIn(writeRefusals), ...pick('request.foreign_origin', 'request.idempotency_key')];
const ofConditional = pick('request.if_match');
const ofPaged = pick('request.cursor');

/** What a route may refuse by its facts alone: the edge, the log and the parts behind them answer it for every service. */
const byFacts = (one: Route): readonly Refusal[] => [
  ...ofAll,
  ...(one.access === 'public' ? [] : ofClosed),
  ...(one.path.includes('{') ? ofNamed : []),
  ...(one.method === 'get' ? ofPaged : ofChange),
  ...(one.body === undefined && one.rawBody !== true ? [] : ofBody),
  ...(one.etag !== undefined && one.method !== 'get' ? ofConditional : []),
];

/** All that a route may refuse: `own` is what it names itself. One code stands once, with all its kinds. */
export const namedBy = (one: Route): { readonly own: readonly Refusal[]; readonly common: readonly Refusal[] } => {
  const own = [...new Map((one.refuses ?? []).map((refusal) => [refusal.code, refusal])).values()];
  const known = new Set(own.map(({ code }) => code));
  return { own, common: byFacts(one).filter(({ code }) => !known.has(code)) };
};

const holds = (refusal: Refusal, code: string, kind: RejectionKind): boolean =>
  refusal.kinds.includes(kind) &&
  (refusal.code === code || refusal.heads?.some((head) => code.startsWith(`${head}.`)) === true);

/** Whether the documentation of a route names this refusal of it. */
export const isNamed = (one: Route, { code, kind }: Rejection): boolean => {
  const { own, common } = namedBy(one);
  return [...own, ...common].some((refusal) => holds(refusal, code, kind));
};
