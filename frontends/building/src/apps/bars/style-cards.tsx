import { useTexts } from '@tessera/kit';
import { topBarStyles, type TopBar } from '@tessera/proto/blocks';
import { useId } from 'react';
import classes from './bars.module.css';

type Style = TopBar['items_variant'];

/** Where tabs, their tiles and the line below them stand, in a drawing of 112 by 40. */
const Drawing = ({ style }: { style: Style }) => {
  const low = style === 'lower_bar';
  const y = low ? 25 : 9;
  return (
    <svg viewBox="0 0 112 40" className={classes['styleDrawing']} aria-hidden="true">
      <rect x="0.5" y="0.5" width="111" height="39" rx="4" fill="none" stroke="currentColor" />
      <line x1="0" y1={low ? 17 : 20} x2="112" y2={low ? 17 : 20} stroke="currentColor" />
      <rect x="6" y="6" width="8" height="8" rx="2" fill="var(--primary)" />
      {style === 'select' ? (
        <rect x="20" y="5" width="36" height="10" rx="3" fill="none" stroke="currentColor" />
      ) : (
        [0, 1, 2].map((at) => (
          <g key={at}>
            {(style === 'with_tabs_icons' || style === 'custom_icon') && (
              <rect
                x={20 + at * 30}
                y={7}
                width="6"
                height="6"
                rx="1.5"
                fill={style === 'custom_icon' ? `var(--chart-${at + 2})` : 'currentColor'}
              />
            )}
            <rect
              x={(low ? 8 : 28) + at * 30}
              y={y}
              width="16"
              height="3"
              rx="1.5"
              fill={at === 0 ? 'var(--primary)' : 'currentColor'}
            />
          </g>
        ))
      )}
    </svg>
  );
};

/** The styles of a top bar, each as a small drawing. */
export const StyleCards = ({
  value,
  onChange,
}: {
  readonly value: Style;
  readonly onChange: (style: Style) => void;
}) => {
  const t = useTexts('building');
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('apps.bars.style')} className={classes['styles']}>
      {topBarStyles.map((one) => (
        <label key={one} className={classes['styleCard']}>
          <input type="radio" name={name} value={one} checked={one === value} onChange={() => onChange(one)} />
          <Drawing style={one} />
          {t(`apps.bars.styles.${one}`)}
        </label>
      ))}
    </div>
  );
};
