import { classNames } from './class-names.ts';

interface ProgressBarProps {
  /** Names the activity for screen readers. */
  label: string;
  /** From 0 to `max`; omitted if the progress is unknown. */
  value?: number;
  max?: number;
  tone?: 'acc' | 'bad' | 'good';
}

const tones = { acc: 'bg-bar', bad: 'bg-bad', good: 'bg-good' } as const;

export function ProgressBar({ label, value, max = 1, tone = 'acc' }: ProgressBarProps) {
  const percent =
    value === undefined || max <= 0 ? undefined : Math.min(100, Math.max(0, (value / max) * 100));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
      className="h-2 overflow-hidden bg-press"
    >
      <div
        className={classNames(
          'h-full origin-left rtl:origin-right',
          tones[tone],
          percent === undefined && 'w-1/3 animate-pulse',
        )}
        // Scaled, which moves nothing else.
        style={percent === undefined ? undefined : { transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
