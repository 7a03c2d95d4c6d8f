'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useState } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { LoadedImage } from '../media/image-preview.tsx';
import { useObjectUrl } from '../parts/object-url.ts';
import { Slider } from '../parts/slider.tsx';

type ComparedImages = ModelOf<'images'>;

interface ImageComparisonProps {
  compared: ComparedImages;
  former: ShownImage;
  later: ShownImage;
}

interface ShownImage {
  body: Blob;
  contentType: string;
  version: number;
}

/** Two pictures side by side, one over the other with a slider, and their difference. */
export function ImageComparison({ compared, former, later }: ImageComparisonProps) {
  const [view, setView] = useState('sides');
  const before = useObjectUrl(former.body, former.contentType);
  const after = useObjectUrl(later.body, later.contentType);
  const difference = useObjectUrl(compared.picture, 'image/png');
  const { changed, scale } = compared;
  const all = compared.compared.width * compared.compared.height;
  const isResized = !isSameSize(compared.former, compared.later);
  const [one, other] = [`Version ${former.version}`, `Version ${later.version}`];
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="text-lg">{summaryOf(changed, all)}</h3>
      {isResized && (
        <p className="text-sm text-ink2">
          The sizes differ: {sizeText(compared.former)} and {sizeText(compared.later)} pixels. The upper left
          corners are together.
        </p>
      )}
      {scale < 1 && (
        <p className="text-sm text-ink2">Compared at {Math.round(scale * 100)} % of their size.</p>
      )}
      <Tabs
        label="How the pictures are shown"
        value={view}
        onValueChange={setView}
        tabs={[
          {
            value: 'sides',
            label: 'Side by side',
            content: (
              <div className="grid gap-3 pt-3 sm:grid-cols-2">
                {[
                  [one, before],
                  [other, after],
                ].map(([name, url]) => (
                  <figure key={name} className="min-w-0">
                    <LoadedImage url={url ?? null} name={name ?? ''} />
                    <figcaption className="mt-1 text-sm text-ink2">{name}</figcaption>
                  </figure>
                ))}
              </div>
            ),
          },
          {
            value: 'slider',
            label: 'Slider',
            content: <Overlay before={before} after={after} names={[one, other]} compared={compared} />,
          },
          {
            value: 'difference',
            label: 'Difference',
            content: (
              <figure className="pt-3">
                <LoadedImage url={difference} name="Difference: pixels that differ are red" />
                <figcaption className="mt-1 text-sm text-ink2">{placeOf(compared)}</figcaption>
              </figure>
            ),
          },
        ]}
      />
    </div>
  );
}

interface OverlayProps {
  before: string | null;
  after: string | null;
  names: [string, string];
  compared: ComparedImages;
}

/** The later picture covers the former one from the right up to the slider. */
function Overlay({ before, after, names: [one, other], compared }: OverlayProps) {
  const [at, setAt] = useState(50);
  if (!before || !after) return <Skeleton className="h-64" />;
  const { former, later } = compared;
  const whole = {
    width: Math.max(former.width, later.width),
    height: Math.max(former.height, later.height),
  };
  const style = (size: typeof former) => ({
    width: `${(100 * size.width) / whole.width}%`,
    height: `${(100 * size.height) / whole.height}%`,
  });
  return (
    <div className="flex flex-col gap-3 pt-3">
      <Slider
        label={`${one} on the left, ${other} on the right`}
        value={at}
        min={0}
        max={100}
        step={1}
        shown={`${at} %`}
        onChange={setAt}
      />
      <div
        className="relative mx-auto image-background w-full overflow-hidden rounded border border-line"
        style={{
          aspectRatio: `${whole.width} / ${whole.height}`,
          maxWidth: `min(${whole.width}px, calc(var(--preview-height, 70dvh) * ${whole.width / whole.height}))`,
        }}
      >
        <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}>
          {/* biome-ignore lint/performance/noImgElement: an image in memory cannot be optimized */}
          <img src={before} alt={one} style={style(former)} />
        </div>
        <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${at}%)` }}>
          {/* biome-ignore lint/performance/noImgElement: an image in memory cannot be optimized */}
          <img src={after} alt={other} style={style(later)} />
        </div>
        <div aria-hidden className="absolute inset-y-0 w-px bg-acc" style={{ left: `${at}%` }} />
      </div>
    </div>
  );
}

const isSameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height;
type Size = ComparedImages['former'];

const sizeText = ({ width, height }: Size) =>
  `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`;

function summaryOf(changed: number, all: number): string {
  if (changed === 0) return 'No pixel differs';
  const share = (100 * changed) / all;
  const percent = share < 0.1 ? 'less than 0.1' : share.toFixed(1);
  return `${changed === 1 ? '1 pixel differs' : `${changed.toLocaleString('en')} pixels differ`} (${percent} %)`;
}

function placeOf({ box, scale }: ComparedImages): string {
  if (!box) return 'The files differ, and the pictures do not.';
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((length) =>
    Math.round(length / scale).toLocaleString('en'),
  );
  return `Pixels that differ are red. They lie within ${width} × ${height} pixels, ${x} from the left and ${y} from the top.`;
}
