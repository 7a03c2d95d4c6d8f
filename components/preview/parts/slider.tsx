'use client';
import { useId } from 'react';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value as text. */
  shown: string;
  onChange: (value: number) => void;
  /** Called when a drag or a key ends. */
  onRelease?: (() => void) | undefined;
}

export function Slider({ label, value, min, max, step, shown, onChange, onRelease }: SliderProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-1 basis-40 flex-col text-sm">
      <span className="flex justify-between gap-2">
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} className="tabular text-ink2">
          {shown}
        </output>
      </span>
      <input
        id={id}
        type="range"
        className="w-full accent-[var(--acc)] touch:h-10"
        value={value}
        min={min}
        max={max}
        step={step}
        aria-valuetext={shown}
        onChange={(event) => onChange(Number(event.target.value))}
        onPointerUp={onRelease}
        onKeyUp={onRelease}
      />
    </div>
  );
}
