import classes from './states.module.css';

export type DrawingName = 'nothing' | 'filtered' | 'broken' | 'locked' | 'offline' | 'missing';

const tile = (x: number, y: number) => (
  <rect key={`${x}.${y}`} className="a" x={x} y={y} width="24" height="24" rx="4" />
);
const hole = (x: number, y: number) => (
  <rect key={`${x}.${y}`} className="o" x={x + 0.75} y={y + 0.75} width="22.5" height="22.5" rx="4" />
);
const places = [16, 48, 80].flatMap((y) => [16, 48, 80].map((x) => [x, y] as const));
const tilesBut = (...left: readonly string[]) =>
  places.filter(([x, y]) => !left.includes(`${x}.${y}`)).map(([x, y]) => tile(x, y));

const drawings: Readonly<Record<DrawingName, () => React.ReactNode>> = {
  nothing: () => (
    <>
      {tilesBut('80.16')}
      {hole(80, 16)}
      <rect className="b" x="88" y="6" width="24" height="24" rx="4" transform="rotate(20 100 18)" />
    </>
  ),
  filtered: () => (
    <>
      {places.map(([x, y]) => hole(x, y))}
      <circle cx="60" cy="60" r="22" fill="var(--surface)" stroke="var(--tile-b)" strokeWidth="6" />
      <path d="M76 76l18 18" stroke="var(--tile-b)" strokeWidth="8" strokeLinecap="round" />
      <rect className="a" x="52" y="52" width="16" height="16" rx="4" transform="rotate(45 60 60)" />
    </>
  ),
  broken: () => (
    <>
      {tilesBut('48.48')}
      <path className="b" d="M52 46h15L46 67V52a6 6 0 0 1 6-6z" />
      <path className="b" d="M74 55v13a6 6 0 0 1-6 6H55z" transform="translate(3 5) rotate(9 66 64)" />
    </>
  ),
  locked: () => (
    <>
      {[tile(16, 40), tile(80, 40), tile(16, 72), tile(80, 72), tile(48, 72)]}
      <path d="M46 44v-8a14 14 0 0 1 28 0v8" fill="none" stroke="var(--tile-a)" strokeWidth="8" />
      <rect className="b" x="42" y="40" width="36" height="36" rx="6" />
      <path d="M60 53a4 4 0 0 1 2 7.4V66h-4v-5.6A4 4 0 0 1 60 53z" fill="var(--surface)" />
    </>
  ),
  offline: () => (
    <>
      {[tile(8, 32), tile(40, 32), tile(8, 64), tile(40, 64)]}
      <path className="l" d="M74 44h4M74 76h4" strokeDasharray="2 4" />
      <rect className="b" x="88" y="36" width="24" height="24" rx="4" transform="rotate(8 100 48)" />
      <rect className="a" x="88" y="68" width="24" height="24" rx="4" transform="rotate(-6 100 80)" />
    </>
  ),
  missing: () => (
    <>
      {tilesBut('48.48')}
      {hole(48, 48)}
      <rect className="b" x="84" y="90" width="24" height="24" rx="4" transform="rotate(-14 96 102)" />
    </>
  ),
};

/** One drawing of tiles for an empty screen. Decorative. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg className={classes['draw']} viewBox="0 0 120 120" aria-hidden="true">
    {drawings[name]()}
  </svg>
);
