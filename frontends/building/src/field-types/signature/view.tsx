import IconSignature from '@tabler/icons-react/dist/esm/icons/IconSignature.mjs';
import { lines } from '../parts/text-cell.tsx';
import { later } from '../../later.tsx';
import type { FieldTypeView } from '../view.ts';
import { SignaturePicture } from './signature-picture.tsx';
import classes from './signature.module.css';

/** Loaded when somebody signs. */
const SignatureEditor = later(async () => (await import('./signature-editor.tsx')).SignatureEditor);

/** In px, by the lines of text that a row shows. */
const heights = { 1: 24, 2: 44, 4: 72 } as const;

export const signature: FieldTypeView = {
  texts: {
    en: {
      name: 'Signature',
      refused: {
        'signature.invalid': 'This is no signature: it is drawn.',
        'signature.too_long': 'This signature has too many strokes.',
      },
    },
    pt: {
      name: 'Assinatura',
      refused: {
        'signature.invalid': 'Isto não é uma assinatura: ela é desenhada.',
        'signature.too_long': 'Esta assinatura tem traços demais.',
      },
    },
    es: {
      name: 'Firma',
      refused: {
        'signature.invalid': 'Esto no es una firma: se dibuja.',
        'signature.too_long': 'Esta firma tiene demasiados trazos.',
      },
    },
  },
  icon: IconSignature,
  cell: ({ value, text, height }) => (
    <span className={classes['cell']} data-lines={lines(height)}>
      {typeof value === 'string' && <SignaturePicture path={value} height={heights[lines(height)]} />}
      <span className="t-hidden">{text()}</span>
    </span>
  ),
  room: 72,
  entry: { by: 'choosing', Editor: SignatureEditor },
  settings: [],
  filterValues: {},
};
