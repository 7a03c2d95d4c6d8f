'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useDeferredValue, useMemo, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { Slider } from '../parts/slider.tsx';
import type { ViewProps } from '../parts/view-props.ts';
import { WithReading } from '../reading/with-reading.tsx';
import { PixelCanvas } from './pixel-canvas.tsx';
import { PLANES, sliceOf, type Window, windowOf } from './slices.ts';
import { useContrast, type VolumeFile } from './use-contrast.ts';
import { WindowSliders } from './window-sliders.tsx';

type Volume = ModelOf<'nifti'>;

export function NiftiPreview({ body, opensWith, view, onView }: VolumeFile) {
  return (
    <WithReading format="nifti" body={body} opensWith={opensWith}>
      {(volume) => <Nifti volume={volume} view={view} onView={onView} />}
    </WithReading>
  );
}

const short = (value: number) => String(Number(value.toPrecision(3)));
const AXES = [0, 1, 2] as const;
const LETTERS = ['x', 'y', 'z'] as const;
const PLANE_NAMES: Readonly<Record<string, string>> = { LR: 'Sagittal', AP: 'Coronal', IS: 'Axial' };

/** Slices across the three axes. Directions are named if the file tells them. */
function Nifti({ volume, ...shown }: ViewProps & { volume: Volume }) {
  const { version, size, spacing, unit, description, count, dataType, directions } = volume;
  const initial = useMemo(() => windowOf(volume.voxels, volume.slope, volume.intercept), [volume]);
  const contrast = useContrast(shown, initial);
  const { center, width } = useDeferredValue(contrast.window);
  const drawn = useMemo(() => ({ center, width }), [center, width]);
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          ['Format', `NIfTI-${version}`],
          ['Voxels', size.join(' × ')],
          ['Voxel size', `${spacing.map(short).join(' × ')} ${unit}`.trim()],
          ['Values', dataType],
          ['Volumes', count > 1 ? count.toLocaleString('en') : null],
          ['Description', visibleName(description) || null],
        ]}
      />
      <WindowSliders {...contrast} initial={initial} />
      <div className="grid gap-6 sm:grid-cols-2 xl:[:fullscreen_&]:grid-cols-3">
        {AXES.toReversed().map((axis) => (
          <Plane key={axis} volume={volume} axis={axis} window={drawn} />
        ))}
      </div>
      {!directions && <CutNote>The file does not say which side is left, front or up.</CutNote>}
      {count > 1 && (
        <CutNote>{`The first of ${count.toLocaleString('en')} volumes is shown. Download the file to see all of them.`}</CutNote>
      )}
    </div>
  );
}

function Plane({ volume, axis, window }: { volume: Volume; axis: 0 | 1 | 2; window: Window }) {
  const { size, spacing, directions } = volume;
  const [place, setPlace] = useState(Math.floor(size[axis] / 2));
  const { right, up } = PLANES[axis];
  const slice = useMemo(() => sliceOf(volume, axis, place, window), [volume, axis, place, window]);
  const across = directions?.[axis]?.toSorted().join('') ?? '';
  const name = PLANE_NAMES[across] ?? `Across ${LETTERS[axis]}`;
  const [left, rightSide] = directions?.[right] ?? ['', LETTERS[right]];
  const [bottom, top] = directions?.[up] ?? ['', LETTERS[up]];
  const label = `${name} slice ${place + 1} of ${size[axis]}`;
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <div className="relative bg-[#000] text-xs text-[#fff]">
        <PixelCanvas
          slice={slice}
          ratio={(size[right] * spacing[right]) / (size[up] * spacing[up])}
          label={`${label}. Right is ${rightSide}, up is ${top}.`}
        />
        <Side className="top-1/2 left-1 -translate-y-1/2">{left}</Side>
        <Side className="top-1/2 right-1 -translate-y-1/2">{rightSide}</Side>
        <Side className="top-1 left-1/2 -translate-x-1/2">{top}</Side>
        <Side className="bottom-1 left-1/2 -translate-x-1/2">{bottom}</Side>
      </div>
      <Slider
        label={name}
        value={place}
        min={0}
        max={size[axis] - 1}
        step={1}
        shown={`${place + 1} of ${size[axis]}`}
        onChange={setPlace}
      />
    </figure>
  );
}

/** The name of a side stands on the picture, readable on black and on white. */
function Side({ className, children }: { className: string; children: string }) {
  if (children === '') return null;
  return (
    <span aria-hidden className={`absolute rounded-sm bg-[#000]/60 px-1 ${className}`}>
      {children}
    </span>
  );
}
