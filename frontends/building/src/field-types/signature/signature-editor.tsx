import { signatureSize } from '@tessera/fields';
import { Button, Popover } from '@tessera/kit';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import type { Go } from '../../grid/editors.ts';
import editing from '../../grid/view/editor.module.css';
import type { TypeEditorProps } from '../view.ts';
import { useClosed } from '../parts/editing.ts';
import { SignaturePicture } from './signature-picture.tsx';
import classes from './signature.module.css';
import { longer, moved, pathOf, type Point, pointIn, type Stroke, strokesOf } from './strokes.ts';
import { useSignatureWords } from './words.ts';

const step = 12;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};
const middle: Point = { x: signatureSize.width / 4, y: signatureSize.height / 2 };

/** A box in which a name is drawn. What was drawn while it is open is one change. */
export const SignatureEditor = ({ value, onDone, onCancel, style, inCell, texts, readOnly }: TypeEditorProps) => {
  const words = useSignatureWords();
  const id = useId();
  const first = typeof value === 'string' ? value : null;
  const [strokes, setStrokes] = useState<readonly Stroke[]>(() => strokesOf(first ?? ''));
  /** Where the keyboard's pen is, and whether it writes. */
  const [pen, setPen] = useState<Point>(middle);
  const [isDown, setDown] = useState(false);
  const [hasKeys, setHasKeys] = useState(false);
  const drawing = useRef(false);
  const left = useRef(false);
  const pad = useRef<HTMLDivElement>(null);
  const path = pathOf(strokes);
  const finish = (go: Go): void => {
    if (left.current) return;
    left.current = true;
    if (path !== first) onDone({ value: path }, go);
    else if (go === 'stay') onCancel();
    else onDone({ value }, go);
  };
  const cancel = (): void => {
    left.current = true;
    onCancel();
  };
  useClosed(readOnly, () => finish('stay'));
  useEffect(() => pad.current?.focus({ preventScroll: true }), []);
  const extend = (point: Point): void => setStrokes((all) => [...all.slice(0, -1), longer(all.at(-1) ?? [], point)]);
  const at = (event: PointerEvent<HTMLElement>): Point => pointIn(event.currentTarget.getBoundingClientRect(), event);
  const down = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    pad.current?.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    setHasKeys(false);
    setDown(false);
    const point = at(event);
    setStrokes((all) => [...all, [point]]);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = arrows[event.key];
    if (by !== undefined) {
      const next = moved(pen, ...by);
      setPen(next);
      setHasKeys(true);
      if (isDown) extend(next);
    } else if (event.key === ' ') {
      setHasKeys(true);
      setDown(!isDown);
      if (!isDown) setStrokes((all) => [...all, [pen]]);
    } else if (event.key === 'Enter') finish('down');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover
      opened
      trapFocus={false}
      onClose={() => finish('stay')}
      onEscape={cancel}
      width={inCell ? 424 : 320}
      anchor={
        <div className={editing['box']} style={style} data-editor data-list>
          <span className={editing['chosen']}>{path !== null && <SignaturePicture path={path} height={28} />}</span>
        </div>
      }
    >
      <div className={classes['popover']} role="group" aria-label={texts.label}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys draw: readers of the screen let them through */}
        <div
          ref={pad}
          className={classes['pad']}
          role="application"
          tabIndex={0}
          aria-label={words.sign}
          aria-describedby={`${id}-help`}
          onKeyDown={keys}
          onPointerDown={down}
          onPointerMove={(event) => {
            if (drawing.current) extend(at(event));
          }}
          onPointerUp={() => (drawing.current = false)}
          onPointerCancel={() => (drawing.current = false)}
        >
          {path === null && !hasKeys && (
            <span className={classes['hint']} aria-hidden="true">
              {words.sign}
            </span>
          )}
          <svg viewBox={`0 0 ${signatureSize.width} ${signatureSize.height}`} aria-hidden="true">
            <path className={classes['ink']} d={path ?? ''} />
            {hasKeys && (
              <circle className={classes['pen']} data-down={isDown || undefined} cx={pen.x} cy={pen.y} r="10" />
            )}
          </svg>
        </div>
        <p id={`${id}-help`} className={classes['help']}>
          {words.help}
        </p>
        <div className={classes['actions']}>
          <Button
            size="toolbar"
            disabled={path === null}
            onClick={() => {
              setStrokes([]);
              setDown(false);
              pad.current?.focus();
            }}
          >
            {words.clear}
          </Button>
          <Button size="toolbar" variant="primary" onClick={() => finish('stay')}>
            {words.done}
          </Button>
        </div>
      </div>
    </Popover>
  );
};
