'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useDeferredValue, useMemo, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { Notice } from '../../ui/notice.tsx';
import { Facts } from '../parts/facts.tsx';
import { Slider } from '../parts/slider.tsx';
import type { ViewProps } from '../parts/view-props.ts';
import { WithReading } from '../reading/with-reading.tsx';
import { PixelCanvas } from './pixel-canvas.tsx';
import { sliceOf, type Window, windowOf } from './slices.ts';
import { useContrast, type VolumeFile } from './use-contrast.ts';
import { WindowSliders } from './window-sliders.tsx';

type DicomImage = ModelOf<'dicom'>;

export function DicomPreview({ body, opensWith, view, onView }: VolumeFile) {
  const [frame, setFrame] = useState(0);
  return (
    <WithReading
      format="dicom"
      body={body}
      options={{ frame: useDeferredValue(frame) }}
      opensWith={opensWith}
    >
      {(image) => <Dicom image={image} frame={frame} onFrame={setFrame} view={view} onView={onView} />}
    </WithReading>
  );
}

interface DicomProps extends ViewProps {
  image: DicomImage;
  frame: number;
  onFrame: (frame: number) => void;
}

function Dicom({ image, frame, onFrame, ...shown }: DicomProps) {
  const { modality, facts, personal, mayShowNames, width, height, frameCount, isColor } = image;
  const initial = useMemo(() => {
    const found = windowOf(image.pixels, image.slope, image.intercept);
    return { ...found, ...image.window };
  }, [image]);
  const contrast = useContrast(shown, initial);
  const { center, width: span } = useDeferredValue(contrast.window);
  const drawn = useMemo(() => ({ center, width: span }), [center, span]);
  const slice = useMemo(() => (isColor ? colorOf(image) : grayOf(image, drawn)), [image, isColor, drawn]);
  return (
    <div className="flex flex-col gap-6">
      {(personal.length > 0 || mayShowNames) && (
        <Notice kind="warning">
          {personal.length > 0 &&
            `This file contains personal data: ${personal.join(', ')}. Everyone who can open the file can read it. `}
          {mayShowNames && 'The image may show names.'}
        </Notice>
      )}
      <Facts
        facts={[
          ['Size', `${width} × ${height} pixels`],
          ['Images', frameCount > 1 ? frameCount.toLocaleString('en') : null],
          ...facts.map(([term, value]) => [term, visibleName(value)] as const),
        ]}
      />
      {!isColor && <WindowSliders {...contrast} initial={initial} />}
      <div className="bg-[#000]">
        <PixelCanvas
          slice={slice}
          ratio={width / height}
          label={`${modality ? `${visibleName(modality)} image` : 'Image'}, ${width} × ${height} pixels${frameCount > 1 ? `, ${frame + 1} of ${frameCount}` : ''}`}
        />
      </div>
      {frameCount > 1 && (
        <Slider
          label="Image"
          value={frame}
          min={0}
          max={frameCount - 1}
          step={1}
          shown={`${frame + 1} of ${frameCount}`}
          onChange={onFrame}
        />
      )}
    </div>
  );
}

/** DICOM has the first row on top. */
function grayOf({ width, height, pixels, slope, intercept, isInverted }: DicomImage, window: Window) {
  const source = { size: [width, height, 1] as const, voxels: pixels, slope, intercept };
  const { pixels: upsideDown } = sliceOf(source, 2, 0, window);
  const rows = new Uint8ClampedArray(upsideDown.length);
  for (let row = 0; row < height; row++) {
    const from = (height - 1 - row) * width * 4;
    rows.set(upsideDown.subarray(from, from + width * 4), row * width * 4);
  }
  if (isInverted) for (let at = 0; at < rows.length; at++) if (at % 4 !== 3) rows[at] = 255 - (rows[at] ?? 0);
  return { width, height, pixels: rows };
}

function colorOf({ width, height, pixels }: DicomImage) {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let part = 0; part < 3; part++) rgba[pixel * 4 + part] = pixels[pixel * 3 + part] ?? 0;
    rgba[pixel * 4 + 3] = 255;
  }
  return { width, height, pixels: rgba };
}
