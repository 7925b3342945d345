/** Four tiles, one turned and in terracotta. Named when it stands alone. */
export const Mark = ({ size = 20, label }: { size?: number; label?: string }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    style={{ flex: 'none' }}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <g fill="var(--neutral-12)">
      <rect x="1.5" y="1.5" width="7.5" height="7.5" rx="1.5" />
      <rect x="1.5" y="11" width="7.5" height="7.5" rx="1.5" />
      <rect x="11" y="11" width="7.5" height="7.5" rx="1.5" />
    </g>
    <rect
      x="11.4"
      y="1.9"
      width="6.8"
      height="6.8"
      rx="1.4"
      fill="var(--terracotta-solid)"
      transform="rotate(45 14.8 5.3)"
    />
  </svg>
);
