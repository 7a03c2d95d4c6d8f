'use client';
import { Button } from '#components/ui/button.tsx';
import { shortNumber } from '../parts/short-number.ts';
import { Slider } from '../parts/slider.tsx';
import type { Window } from './slices.ts';

interface WindowSlidersProps {
  window: Window;
  /** The window at first, and the values of the picture. */
  initial: Window & { min: number; max: number };
  onChange: (window: Window) => void;
  onRelease: () => void;
  onReset: () => void;
}

/** Brightness and contrast, as radiologists set them: the middle and the width of the range from black to white. */
export function WindowSliders({ window, initial, onChange, onRelease, onReset }: WindowSlidersProps) {
  const { min, max } = initial;
  const range = Math.max(max - min, initial.width);
  const step = range / 500;
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
      <Slider
        label="Level (middle gray)"
        value={window.center}
        min={Math.min(min, initial.center)}
        max={Math.max(max, initial.center)}
        step={step}
        shown={shortNumber(window.center)}
        onChange={(center) => onChange({ ...window, center })}
        onRelease={onRelease}
      />
      <Slider
        label="Window (black to white)"
        value={window.width}
        min={step}
        max={range}
        step={step}
        shown={shortNumber(window.width)}
        onChange={(width) => onChange({ ...window, width })}
        onRelease={onRelease}
      />
      <Button size="sm" onClick={onReset}>
        Reset
      </Button>
    </div>
  );
}
