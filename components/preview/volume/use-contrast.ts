'use client';
import { useState } from 'react';
import type { ViewProps } from '../parts/view-props.ts';
import type { Window } from './slices.ts';

/** A file whose preview has a contrast. */
export interface VolumeFile extends ViewProps {
  body: Blob;
  opensWith: string;
}

/** The contrast of a picture: of the view of the file, and of its own while a slider is dragged. The URL has it when that ends. */
export function useContrast({ view, onView }: ViewProps, initial: Window) {
  const { center, width } = view.contrast ?? initial;
  const key = `${center} ${width}`;
  const [dragged, setDragged] = useState<{ window: Window; from: string } | null>(null);
  const window = dragged?.from === key ? dragged.window : { center, width };
  return {
    window,
    onChange: (to: Window) => setDragged({ window: { center: to.center, width: to.width }, from: key }),
    onRelease: () => {
      if (dragged?.from === key) onView({ ...view, contrast: dragged.window });
    },
    onReset: () => {
      setDragged(null);
      onView({ ...view, contrast: undefined });
    },
  };
}
