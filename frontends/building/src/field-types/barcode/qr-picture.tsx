import { qrOf, qrPath } from '@tessera/kit/qr';
import classes from './barcode.module.css';

const drawn = new Map<string, { readonly path: string; readonly size: number } | null>();
const mostDrawn = 200;

/** The path of a text's code with the modules of a side; those that were drawn last are kept, as a grid draws often. */
const codeOf = (text: string): { readonly path: string; readonly size: number } | null => {
  const known = drawn.get(text);
  if (known !== undefined) return known;
  const modules = qrOf(text);
  const made = modules === undefined ? null : { path: qrPath(modules), size: modules.length };
  if (drawn.size >= mostDrawn) drawn.delete(drawn.keys().next().value!);
  drawn.set(text, made);
  return made;
};

/** The blank that a camera needs around a code, in modules. */
const margin = 4;

/** A text as a QR code, dark on light also where the page is dark: cameras want it so. Its text stands beside it. */
export const QrPicture = ({ text, size }: { readonly text: string; readonly size: number }) => {
  const code = codeOf(text);
  if (code === null) return null;
  const side = code.size + 2 * margin;
  return (
    <svg
      className={classes['code']}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={code.path} />
    </svg>
  );
};
