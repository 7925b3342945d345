import { useMemo } from 'react';
import { LineEditor } from '../parts/line-editor.tsx';
import type { TypeEditorProps } from '../view.ts';
import { QrPicture } from './qr-later.ts';
import classes from './barcode.module.css';

/** In px: large enough for the camera of another phone. */
const codeSize = 200;

/** The text of a code, typed, with the code below that it has so far. */
export const BarcodeEditor = (props: TypeEditorProps) => {
  const { value } = props;
  const Below = useMemo(
    () =>
      typeof value === 'string' && value !== ''
        ? () => (
            <div className={classes['below']}>
              <QrPicture text={value} size={codeSize} />
            </div>
          )
        : undefined,
    [value],
  );
  return <LineEditor {...props} {...(Below && { Below })} />;
};
