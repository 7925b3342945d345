import { signatureSize } from '@tessera/fields';
import classes from './signature.module.css';

/** A signature as a picture, in px high; what it says stands beside it as a text. */
export const SignaturePicture = ({ path, height }: { readonly path: string; readonly height: number }) => (
  <svg
    className={classes['picture']}
    viewBox={`0 0 ${signatureSize.width} ${signatureSize.height}`}
    width={(height * signatureSize.width) / signatureSize.height}
    height={height}
    aria-hidden="true"
  >
    <path className={classes['ink']} d={path} />
  </svg>
);
