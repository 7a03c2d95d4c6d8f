import { classNames } from '../ui/class-names.ts';

const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The nine Technology Readiness Levels, filled up to `level`. */
export function ReadinessScale({ level }: { level: number }) {
  return (
    <div role="img" aria-label={`Level ${level} of ${levels.length}`} className="flex gap-1">
      {levels.map((one) => (
        <span key={one} className="flex flex-1 flex-col gap-1">
          <span className={classNames('h-2.5', one <= level ? 'bg-bar' : 'bg-press')} />
          <span
            className={classNames(
              'tabular text-center text-sm',
              one === level ? 'font-medium text-ink' : 'text-ink2',
            )}
          >
            {one}
          </span>
        </span>
      ))}
    </div>
  );
}
