import { awayRefusals, declareRefusals } from '@tessera/kernel';

export const { forbidden, notFound, rejection } = declareRefusals({
  ...awayRefusals,
  'file.not_found': ['not_found', 'There is no such file.', 'programs'],
  'file.too_large': ['too_large', 'The file is too large.'],
  'log.forbidden': ['forbidden', 'The log is read by services only.', 'programs'],
  'tls.required': ['forbidden', 'Requests come by TLS, with a certificate.', 'programs'],
});
