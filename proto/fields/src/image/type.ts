import { filesOf } from '../files-type.ts';
import { FieldError } from '../type.ts';

/** Pictures: the same as files, and nothing else is taken. */
export const image = filesOf(
  'image',
  ({ type }) => type.startsWith('image/'),
  ({ type }) => {
    if (!type.startsWith('image/')) throw new FieldError('image.not_picture', 'This field takes pictures only');
  },
);
