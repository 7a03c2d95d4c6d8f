import { classNames } from './class-names.ts';

interface ProgressBarProps {
  /** Names the activity for screen readers. */
  label: string;
  /** From 0 to `max`; omitted if the progress is unknown. */
  value?: number;
  max?: number;
  tone?: 'accent' | 'danger' | 'success';
}

const tones = { accent: 'bg-accent', danger: 'bg-danger', success: 'bg-success' } as const;

export function ProgressBar({ label, value, max = 1, tone = 'accent' }: ProgressBarProps) {
  const percent =
    value === undefined || max <= 0 ? undefined : Math.min(100, Math.max(0, (value / max) * 100));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className={classNames(
          'h-full rounded-full',
          tones[tone],
          percent === undefined && 'w-1/3 animate-pulse',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
