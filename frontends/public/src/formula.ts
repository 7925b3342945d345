import 'katex/dist/katex.min.css';
import { render } from 'katex';

/** Draws LaTeX into an element; throws where it is none. What it may do is what letters do: it leads nowhere. */
export const draw = (into: HTMLElement, latex: string, block: boolean): void =>
  render(latex, into, { displayMode: block, throwOnError: true, strict: 'ignore', trust: false, maxSize: 20 });
