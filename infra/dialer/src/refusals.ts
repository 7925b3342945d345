import { declareRefusals } from '@tessera/kernel';

const { forbidden, invalid, rejection } = declareRefusals({
  'dial.host': ['invalid', 'The host or port is not valid.'],
  'dial.address': ['forbidden', 'This host is in a network that the server does not connect to.'],
  'dial.unknown_host': ['unavailable', 'There is no host of this name.'],
  'dial.unreachable': ['unavailable', 'The host does not answer.'],
  'dial.certificate': ['unavailable', 'The certificate of the host is not valid.'],
  'dial.proxy': ['unavailable', 'The proxy for outgoing connections does not let this pass.'],
  'dial.timeout': ['unavailable', 'The host takes too long to answer.'],
  'dial.answer': ['unavailable', 'The host gives an answer that is not valid HTTP.'],
  'dial.too_large': ['too_large', 'The host answers with too much.'],
  'dial.url': ['invalid', 'The address must begin with http:// or https:// and name a host.'],
  'dial.redirects': ['unavailable', 'The host sends to other addresses too often.'],
  'dial.redirect': ['unavailable', 'The host sends to an address that must not get this request.'],
});

/**
 * What a caller is told. A refused address and one that nobody answers at are told apart, addresses are not named: who
 * may choose a host must not learn what stands in the network of the server.
 */
export const refusals = {
  host: () => invalid('dial.host'),
  address: () => forbidden('dial.address'),
  unknownHost: () => rejection('unavailable', 'dial.unknown_host'),
  unreachable: () => rejection('unavailable', 'dial.unreachable'),
  certificate: () => rejection('unavailable', 'dial.certificate'),
  proxy: () => rejection('unavailable', 'dial.proxy'),
  timeout: () => rejection('unavailable', 'dial.timeout'),
  answer: () => rejection('unavailable', 'dial.answer'),
  tooLarge: (limit: number) =>
    rejection('too_large', 'dial.too_large', `The host answers with more than ${limit} bytes.`, { limit }),
  url: () => invalid('dial.url'),
  redirects: () => rejection('unavailable', 'dial.redirects'),
  redirect: () => rejection('unavailable', 'dial.redirect'),
} as const;
