'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useEffect, useRef, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { Button } from '../../ui/button.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { Slider } from '../parts/slider.tsx';
import { WithReading } from '../reading/with-reading.tsx';
import { paint } from './paint.ts';

type TiffPage = ModelOf<'tiff'>;

type Contrast = readonly [low: number, high: number];

/** The pages of a TIFF, one at a time, with adjustable contrast. */
export function TiffPreview({ body, name, opensWith }: { body: Blob; name: string; opensWith: string }) {
  const [page, setPage] = useState(0);
  return (
    <WithReading format="tiff" body={body} options={{ page }} opensWith={opensWith}>
      {(read) => <Viewer read={read} name={name} page={page} onPage={setPage} />}
    </WithReading>
  );
}

/** A PNG of 16 bits, with the contrast that it needs. */
export function DeepPngPreview({ body, name, opensWith }: { body: Blob; name: string; opensWith: string }) {
  return (
    <WithReading format="deepPng" body={body} opensWith={opensWith}>
      {(read) => <Viewer read={read} name={name} page={0} />}
    </WithReading>
  );
}

interface ViewerProps {
  read: TiffPage;
  name: string;
  /** The page to show next; `read` may still be the one before. */
  page: number;
  onPage?: (page: number) => void;
}

function Viewer({ read, name, page, onPage }: ViewerProps) {
  // Kept from page to page, so that pages of a stack can be compared.
  const [contrast, setContrast] = useState<Contrast>(read.contrast);
  const { pages, width, height, bits, isFloat, samples, compression, description, shown, range, noData } =
    read;
  const isAdjustable = range[1] > range[0];
  const amount = (value: number) => value.toLocaleString('en');
  return (
    <div className="flex flex-col gap-4">
      <Picture
        read={read}
        contrast={contrast}
        label={`${visibleName(name)}${pages > 1 ? `, page ${read.page + 1}` : ''}`}
      />
      {pages > 1 && onPage && (
        <Slider
          label="Page"
          value={page}
          min={0}
          max={pages - 1}
          step={1}
          shown={`${page + 1} of ${amount(pages)}${read.hasMorePages ? ' or more' : ''}`}
          onChange={onPage}
        />
      )}
      {isAdjustable && (
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Contrast</legend>
          <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            {(['Black', 'White'] as const).map((end, index) => (
              <Slider
                key={end}
                label={end}
                value={contrast[index] ?? 0}
                min={range[0]}
                max={range[1]}
                step={isFloat ? (range[1] - range[0]) / 500 : 1}
                shown={short(contrast[index] ?? 0)}
                onChange={(value) => setContrast(index === 0 ? [value, contrast[1]] : [contrast[0], value])}
              />
            ))}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setContrast(read.contrast)}>
              Automatic contrast
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setContrast(range)}>
              Full range
            </Button>
          </div>
        </fieldset>
      )}
      <Facts
        facts={[
          ['Size', `${amount(width)} × ${amount(height)} pixels`],
          ['Depth', `${bits} bits${isFloat ? ', decimal' : ''}`],
          ['Samples', samples === shown.channels ? null : String(samples)],
          ['Values', isAdjustable ? `${short(range[0])} – ${short(range[1])}` : short(range[0])],
          [
            'No data',
            noData === null
              ? null
              : `${Number(noData.toPrecision(7))} (not painted, and left out of the contrast)`,
          ],
          ['Compression', compression],
        ]}
      />
      {samples > shown.channels && shown.channels === 1 && (
        <CutNote>{`The first of ${samples} channels is shown.`}</CutNote>
      )}
      {shown.width < width && (
        <CutNote>{`Shown reduced to ${amount(shown.width)} × ${amount(shown.height)} pixels.`}</CutNote>
      )}
      {description !== '' && (
        <details className="text-sm">
          <summary className="cursor-pointer text-ink2">Description in the file</summary>
          <pre className="mt-2 overflow-x-auto bg-wash p-3 font-mono text-xs break-words whitespace-pre-wrap">
            {description}
          </pre>
        </details>
      )}
    </div>
  );
}

function Picture({ read, contrast, label }: { read: TiffPage; contrast: Contrast; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = read.shown;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    context?.putImageData(new ImageData(paint(read, contrast), width, height), 0, 0);
  }, [read, contrast, width, height]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={width}
      height={height}
      className="mx-auto max-h-[var(--preview-height,60dvh)] max-w-full rounded border border-line object-contain [image-rendering:pixelated]"
      style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${Math.max(width, 360)}px)` }}
    />
  );
}

const short = (value: number) => Number(value.toPrecision(5)).toLocaleString('en');
