/** Pieces of one burst, and how long they fly, in ms. */
const pieces = 36;
const flightMs = 1_400;
const colours = ['--primary', '--success-solid', '--warning-solid', '--danger-solid', '--terracotta-solid'];

/**
 * Paper flies over the page for a moment. Nothing waits for it, nobody is told of it by a screen reader, and who asked
 * for less motion sees none.
 */
export const celebrate = (): void => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const sky = document.createElement('div');
  sky.setAttribute('aria-hidden', 'true');
  Object.assign(sky.style, {
    position: 'fixed',
    inset: '0',
    overflow: 'hidden',
    pointerEvents: 'none',
    zIndex: '1000',
  });
  document.body.append(sky);
  const flights = Array.from({ length: pieces }, (_, i) => {
    const piece = document.createElement('span');
    Object.assign(piece.style, {
      position: 'absolute',
      left: '50%',
      bottom: '0',
      width: '8px',
      height: '12px',
      borderRadius: '2px',
      background: `var(${colours[i % colours.length]})`,
    });
    sky.append(piece);
    const across = (Math.random() - 0.5) * innerWidth * 0.9;
    const up = innerHeight * (0.5 + Math.random() * 0.4);
    const turn = (Math.random() - 0.5) * 1_080;
    return piece.animate(
      [
        { transform: 'translate(0, 0)', opacity: 1 },
        { transform: `translate(${across * 0.8}px, ${-up}px) rotate(${turn * 0.6}deg)`, opacity: 1, offset: 0.45 },
        { transform: `translate(${across}px, 40px) rotate(${turn}deg)`, opacity: 0.6 },
      ],
      { duration: flightMs * (0.8 + Math.random() * 0.4), easing: 'cubic-bezier(.2, .6, .4, 1)', fill: 'forwards' },
    ).finished;
  });
  void Promise.allSettled(flights).then(() => sky.remove());
};
