// The drawing of a chart: bars or lines over days, months or names. Arrow keys move along it.
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import classes from './chart.module.css';
import { type Scale, scaleTo } from './scale.ts';

/** `before` is lighter and hatched, or thin and dotted; `second` is dashed. */
export type Look = 'main' | 'before' | 'second';

export interface Series {
  name: string;
  look: Look;
}

export interface ChartPoint {
  key: string;
  /** Short, below the chart. */
  label: string;
  /** Within sentences and tables. */
  name: string;
  /** One for each series; null where the series has none. */
  values: readonly (number | null)[];
}

export interface PlotProps {
  title: string;
  kind: 'bars' | 'lines';
  series: readonly Series[];
  points: readonly ChartPoint[];
  isWhole: boolean;
  format(value: number): string;
  /** Opens the rows behind a point. */
  onOpen?: ((key: string) => void) | undefined;
}

const top = 8;
const bottom = 24;
const labelWidth = 52;
const maxBarWidth = 44;

export function Plot(props: PlotProps) {
  const { title, kind, series, points, isWhole, format, onOpen } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [shown, show] = useState<number>();
  const width = Math.max(useWidth(ref), 240);
  const height = width < 420 ? 170 : 220;
  const drawn = points.flatMap(({ values }) => values.map((value) => value ?? 0));
  const scale = scaleTo(Math.max(0, ...drawn), isWhole, Math.min(0, ...drawn));
  const tickTexts = scale.ticks.map((tick) => format(tick));
  const left = 10 + 6.5 * Math.max(...tickTexts.map((text) => text.length));
  const area: Area = { left, top, width: width - left, height: height - top - bottom, count: points.length, scale };
  const point = shown === undefined ? undefined : points[shown];

  function onKeyDown(press: KeyboardEvent): void {
    const last = points.length - 1;
    const at = shown ?? (press.key === 'ArrowLeft' ? points.length : -1);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[press.key];
    if (next !== undefined) show(Math.max(0, Math.min(last, next)));
    else if (press.key === 'Enter' && point && onOpen) onOpen(point.key);
    else if (press.key === 'Escape' && point) show(undefined);
    else return;
    press.preventDefault();
  }

  function indexAt(x: number, element: Element): number {
    const within = x - element.getBoundingClientRect().left - left;
    return Math.max(0, Math.min(points.length - 1, Math.floor((within / area.width) * points.length)));
  }

  return (
    <>
      <div
        ref={ref}
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={shown ?? 0}
        aria-valuetext={point ? describe(point, series, format) : points[0] && describe(points[0], series, format)}
        data-opens={onOpen ? true : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => show(undefined)}
        onPointerMove={(event) => show(indexAt(event.clientX, event.currentTarget))}
        onPointerLeave={(event) => event.pointerType === 'mouse' && show(undefined)}
        onClick={(event) => {
          const clicked = points[indexAt(event.clientX, event.currentTarget)];
          if (clicked && onOpen) onOpen(clicked.key);
        }}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {scale.ticks.map((tick, index) => (
            <g key={tick}>
              <line className={classes.grid} x1={left} x2={width} y1={heightOf(area, tick)} y2={heightOf(area, tick)} />
              <text className={classes.tick} x={left - 6} y={heightOf(area, tick) + 4} textAnchor="end">
                {tickTexts[index]}
              </text>
            </g>
          ))}
          {shown !== undefined && (
            <rect
              className={classes.shown}
              x={left + (shown * area.width) / points.length}
              y={top}
              width={area.width / points.length}
              height={area.height}
            />
          )}
          {kind === 'bars' ? <Bars {...props} area={area} /> : <Lines {...props} area={area} shown={shown} />}
          {labelled(points, area.width).map(([index, { key, label }]) => (
            <text
              key={key}
              className={classes.tick}
              x={left + ((index + 0.5) * area.width) / points.length}
              y={height - 6}
              textAnchor="middle"
            >
              {label}
            </text>
          ))}
        </svg>
      </div>
      <p className={classes.readout} aria-hidden="true">
        {point ? describe(point, series, format) : '\u00A0'}
      </p>
    </>
  );
}

/** Known before the first paint: a chart does not grow before the reader's eyes. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
  count: number;
  scale: Scale;
}

function heightOf({ height, scale }: Area, value: number): number {
  return top + (height * (scale.max - value)) / (scale.max - scale.min);
}

function Bars({ series, points, area }: PlotProps & { area: Area }) {
  const id = `hatch${useId().replace(/\W/g, '')}`;
  const room = area.width / points.length;
  // Few bars do not become blocks.
  const gap = Math.max(Math.min(room * 0.3, 14), room - series.length * maxBarWidth);
  const each = (room - gap) / series.length;
  return (
    <>
      <defs>
        <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={classes.hatchBack} width="5" height="5" />
          <line className={classes.hatch} x1="0" x2="0" y1="0" y2="5" />
        </pattern>
      </defs>
      {points.map(({ key, values }, index) =>
        values.map((value, place) => {
          const look = series[place]?.look ?? 'main';
          if (!value) return null;
          // A negative one hangs below zero.
          const [y, end] = [heightOf(area, Math.max(0, value)), heightOf(area, Math.min(0, value))];
          return (
            <rect
              key={`${key} ${series[place]?.name}`}
              className={classes.bar}
              data-look={look}
              x={area.left + index * room + gap / 2 + place * each}
              y={y}
              width={Math.max(1, each - (series.length > 1 ? 1 : 0))}
              height={end - y}
              rx={Math.min(2, each / 4)}
              style={look === 'before' ? { fill: `url(#${id})` } : undefined}
            />
          );
        }),
      )}
    </>
  );
}

function Lines({ series, points, area, shown }: PlotProps & { area: Area; shown: number | undefined }) {
  const x = (index: number) => area.left + ((index + 0.5) * area.width) / points.length;
  return series.map(({ name, look }, place) => {
    const known = points.flatMap(({ values }, index) => {
      const value = values[place];
      return value === null || value === undefined ? [] : [{ index, y: heightOf(area, value) }];
    });
    return (
      <g key={name} className={classes.line} data-look={look}>
        <polyline points={known.map(({ index, y }) => `${x(index)},${y}`).join(' ')} />
        {known
          .filter(({ index }) => index === shown || known.length === 1)
          .map(({ index, y }) => (
            <circle key={index} cx={x(index)} cy={y} r={3.5} />
          ))}
      </g>
    );
  });
}

/** As many labels as have room; the first one always. */
function labelled(points: readonly ChartPoint[], width: number): [number, ChartPoint][] {
  const every = Math.max(1, Math.ceil((points.length * labelWidth) / width));
  return points.flatMap((point, index): [number, ChartPoint][] => (index % every === 0 ? [[index, point]] : []));
}

function describe({ name, values }: ChartPoint, series: readonly Series[], format: (value: number) => string): string {
  const texts = values.flatMap((value, index) =>
    value === null ? [] : [series.length > 1 ? `${series[index]?.name} ${format(value)}` : format(value)],
  );
  return `${name}: ${texts.join(', ')}`;
}
