import classes from './api.module.css';
import { pieces } from './highlight.ts';

/** A program or JSON, its words, texts and numbers in their colours. */
export const Code = ({ text, label }: { text: string; label: string }) => (
  <pre className={classes['code']} aria-label={label} tabIndex={0}>
    <code>
      {pieces(text).map((piece, at) => (
        <span key={at} className={classes[piece.kind]}>
          {piece.text}
        </span>
      ))}
    </code>
  </pre>
);
