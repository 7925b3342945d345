import { declareRefusals, requestRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { list, conflict, invalid, notFound, refuses, rejection } = declareRefusals({
  ...requestRefusals,
  'file.too_large': ['too_large', 'More bytes came than the upload has.', 'programs'],
  'files.checksum': ['unprocessable', 'These bytes are not those that their checksum was made of.', 'programs'],
  'files.header': ['invalid', 'A header of the tus protocol is missing or not valid.', 'programs'],
  'files.link': ['not_found', 'This link is over, or was never made. Open the file again.', 'programs'],
  'files.name': ['invalid', 'This is no name of a file.'],
  'files.no_room': ['too_large', 'The files of this organization have no more room.'],
  'files.none': ['invalid', 'No file was sent.', 'programs'],
  'files.not_found': ['not_found', 'There is no such file.', 'programs'],
  'files.offset': ['conflict', 'This upload goes on at another byte.', 'programs'],
  'files.piece_type': ['invalid', 'A piece is sent as application/offset+octet-stream.', 'programs'],
  'files.range': ['invalid', 'The file ends before this range.', 'programs'],
  'files.too_large': ['too_large', 'The file is over the limit.'],
  'files.too_many': ['invalid', 'So many files are not described at once.', 'programs'],
  'files.too_many_pieces': ['too_large', 'An upload has no more pieces.', 'programs'],
  'files.too_many_uploads': ['limited', 'Too many uploads are under way at once.', 'programs'],
  'files.tus_version': ['stale', 'Resumable uploads speak tus 1.0.0.', 'programs'],
  'files.upload_gone': ['not_found', 'There is no such upload any more. Begin again.'],
});
