import { declareRefusals, requestRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { conflict, forbidden, invalid, list, notFound, refuses, rejection } = declareRefusals({
  ...requestRefusals,
  'connectors.file_gone': ['invalid', 'This upload is no longer there. Choose the file again.'],
  'connectors.forbidden': [
    'forbidden',
    'The person who started this import is no longer a member, or their token was deleted.',
  ],
  'connectors.reader_died': ['unavailable', 'Reading the file stopped unexpectedly. Try again.'],
  'imports.ambiguous': ['unprocessable', 'Some columns can be read in two ways. Say how each is read.'],
  'imports.elsewhere': ['unavailable', 'This import cannot be stopped from here at the moment. Try again.'],
  'imports.exists': ['conflict', 'This import was started already.'],
  'imports.field_twice': ['conflict', 'Two columns cannot fill the same field.'],
  'imports.fields_forbidden': ['forbidden', "You don't have permission to add fields to this table."],
  'imports.key': ['invalid', 'This column cannot be the key.'],
  'imports.key_repeated': [
    'unprocessable',
    'Rows have a value that an earlier row has: they cannot be told apart by this column.',
  ],
  'imports.label_required': ['invalid', 'A table needs a name.'],
  'imports.label_too_long': ['invalid', 'The name of the table is too long.'],
  'imports.misfits': ['unprocessable', 'The import would change some values.'],
  'imports.name_taken': ['invalid', 'Two fields have the same name.'],
  'imports.name_too_long': ['invalid', 'The name of a field has at most 255 characters.'],
  'imports.no_fields': ['invalid', 'At least one field is imported.'],
  'imports.not_found': ['not_found', 'There is no such import.'],
  'imports.object': ['invalid', 'import_only names the table that gets the records, and only it does.'],
  'imports.on_misfit': ['invalid', 'The fields of an existing table keep their types: choose error or empty.'],
  'imports.options_forbidden': ['forbidden', "You don't have permission to add options to this table's fields."],
  'imports.props': ['invalid', 'The properties of a column are not valid.'],
  'imports.reading_stopped': ['conflict', 'Reading the file was stopped.'],
  'imports.required_unfilled': ['invalid', 'A required field of the table has no column.'],
  'imports.rows_refused': [
    'unprocessable',
    'Rows cannot be added: required or unique fields of the table refuse them.',
  ],
  'file.too_large': ['too_large', 'The file is too large.'],
  review_spreadsheet: ['invalid', 'This file cannot be imported as it is.'],
  'imports.fill_forbidden': ['forbidden', "You don't have permission to add records to this table."],
  'imports.too_many_rows': ['too_large', 'The file has too many rows.'],
  'imports.type': ['invalid', 'A column cannot be imported as this type.'],
  'imports.unknown_column': ['invalid', 'The file has no such column.'],
  'imports.unknown_field': ['invalid', 'The table has no such field, or it takes no values.'],
});

/** Of what a wizard asks about the columns of its file. */
export const ofColumns = refuses(
  'connectors.file_gone',
  'connectors.forbidden',
  'connectors.reader_died',
  'imports.fill_forbidden',
  'imports.object',
  'imports.props',
  'imports.reading_stopped',
  'imports.type',
  'imports.unknown_column',
  'object_not_found',
  'review_spreadsheet',
);
