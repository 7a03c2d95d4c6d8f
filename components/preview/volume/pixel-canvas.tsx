'use client';
import { useEffect, useRef } from 'react';
import type { GraySlice } from './slices.ts';

interface PixelCanvasProps {
  slice: GraySlice;
  /** Width of the picture, divided by its height: pixels need not be square. */
  ratio: number;
  label: string;
}

/** Draws pixels on black, in both themes. */
export function PixelCanvas({ slice, ratio, label }: PixelCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { width, height, pixels } = slice;
    const context = canvas.current?.getContext('2d');
    context?.putImageData(new ImageData(pixels, width, height), 0, 0);
  }, [slice]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={slice.width}
      height={slice.height}
      className="mx-auto block max-h-[var(--preview-height,60dvh)] max-w-full bg-[#000] object-fill"
      style={{ aspectRatio: ratio, width: `min(100%, calc(var(--preview-height, 60dvh) * ${ratio}))` }}
    />
  );
}
