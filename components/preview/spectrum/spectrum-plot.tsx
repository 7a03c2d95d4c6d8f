'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useMemo } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { shortNumber } from '../parts/short-number.ts';
import { ticksOf } from '../table/scale.ts';
import { rangeOf, thinned } from './curve.ts';

export type Spectrum = ModelOf<'spectrum'>['spectra'][number];

const [WIDTH, HEIGHT] = [800, 400];
const MARGIN = { left: 80, right: 16, top: 16, bottom: 56 };
const [RIGHT, BOTTOM] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom];

/** Wavenumbers and chemical shifts are drawn from right to left. */
const isReversed = ({ dataType, xUnits }: Spectrum) =>
  /infrared|raman|nmr/i.test(dataType) || /1\/cm|ppm/i.test(xUnits);

/** A spectrum: a curve, or peaks as sticks. */
export function SpectrumPlot({ spectrum }: { spectrum: Spectrum }) {
  const { x, y, isPeaks, xUnits, yUnits } = spectrum;
  const drawn = useMemo(() => {
    const [minX, maxX] = widened(rangeOf(x));
    const [lowest, highest] = rangeOf(y);
    const [minY, maxY] = widened(isPeaks ? [Math.min(0, lowest), highest] : [lowest, highest]);
    const reversed = isReversed(spectrum);
    const placeX = (value: number) => {
      const share = (value - minX) / (maxX - minX);
      return MARGIN.left + (reversed ? 1 - share : share) * (RIGHT - MARGIN.left);
    };
    const placeY = (value: number) => BOTTOM - ((value - minY) / (maxY - minY)) * (BOTTOM - MARGIN.top);
    const point = (one: number, other: number) => `${placeX(one).toFixed(1)} ${placeY(other).toFixed(1)}`;
    const parts = thinned(x, y, WIDTH);
    const path = isPeaks
      ? parts.flat().map(([one, other]) => `M${point(one, 0)}L${point(one, other)}`)
      : parts.map((part) => `M${part.map(([one, other]) => point(one, other)).join('L')}`);
    return { path: path.join(''), placeX, placeY, ticksX: ticksOf(minX, maxX), ticksY: ticksOf(minY, maxY) };
  }, [spectrum, x, y, isPeaks]);
  const [fromX, toX] = rangeOf(x);
  const [fromY, toY] = rangeOf(y);
  const [nameX, nameY] = [visibleName(xUnits) || 'X', visibleName(yUnits) || 'Y'];
  const description = `${x.length.toLocaleString('en')} ${isPeaks ? 'peaks' : 'points'}. ${nameX}: about ${shortNumber(fromX)} to ${shortNumber(toX)}. ${nameY}: about ${shortNumber(fromY)} to ${shortNumber(toY)}.`;
  return (
    <figure className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={`Spectrum. ${description}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full max-w-4xl text-[12px] max-sm:text-[24px]"
        fill="var(--ink2)"
      >
        {drawn.ticksX.map((tick) => (
          <g key={tick}>
            <line
              x1={drawn.placeX(tick)}
              x2={drawn.placeX(tick)}
              y1={MARGIN.top}
              y2={BOTTOM}
              stroke="var(--line)"
            />
            <text x={drawn.placeX(tick)} y={BOTTOM + 18} textAnchor="middle">
              {shortNumber(tick)}
            </text>
          </g>
        ))}
        {drawn.ticksY.map((tick) => (
          <g key={tick}>
            <line
              x1={MARGIN.left}
              x2={RIGHT}
              y1={drawn.placeY(tick)}
              y2={drawn.placeY(tick)}
              stroke="var(--line)"
            />
            <text x={MARGIN.left - 8} y={drawn.placeY(tick)} textAnchor="end" dominantBaseline="central">
              {shortNumber(tick)}
            </text>
          </g>
        ))}
        <path d={`M${MARGIN.left} ${MARGIN.top}V${BOTTOM}H${RIGHT}`} fill="none" stroke="var(--ink2)" />
        <text x={(MARGIN.left + RIGHT) / 2} y={HEIGHT - 12} textAnchor="middle" fill="var(--ink)">
          {nameX.slice(0, 80)}
        </text>
        <text
          transform={`translate(16 ${(MARGIN.top + BOTTOM) / 2}) rotate(-90)`}
          textAnchor="middle"
          fill="var(--ink)"
        >
          {nameY.slice(0, 50)}
        </text>
        <path d={drawn.path} fill="none" stroke="var(--ink)" strokeWidth={1.2} strokeLinejoin="round" />
      </svg>
      <figcaption className="text-sm text-ink2">{description}</figcaption>
    </figure>
  );
}

function widened([min, max]: [number, number]): [number, number] {
  const half = min === max ? Math.abs(min) / 2 || 1 : (max - min) * 0.02;
  return [min - half, max + half];
}
