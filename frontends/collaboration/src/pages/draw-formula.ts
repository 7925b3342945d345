import 'katex/dist/katex.min.css';
import { render } from 'katex';

/** Draws LaTeX into an element; false where it is none. What it may do is what letters do: it leads nowhere. */
export const drawFormula = (into: HTMLElement, latex: string, block: boolean): boolean => {
  try {
    render(latex, into, { displayMode: block, throwOnError: true, strict: 'ignore', trust: false, maxSize: 20 });
    return true;
  } catch {
    into.replaceChildren();
    return false;
  }
};
