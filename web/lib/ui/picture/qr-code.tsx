// Renders a text as a QR code.
import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** Dark on light in both colour schemes: some cameras cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#FFFFFF" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#14161A" d={dots.join('')} />
    </svg>
  );
}
