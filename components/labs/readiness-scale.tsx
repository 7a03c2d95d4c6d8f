import { Ruler } from '../ui/figures/ruler.tsx';

const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const position = (level: number) => (level - 1) / (levels.length - 1);

/** The nine Technology Readiness Levels as a ruler, filled up to `level`. */
export function ReadinessScale({ level }: { level: number }) {
  return (
    <div role="img" aria-label={`Level ${level} of ${levels.length}`} className="px-1.5">
      <Ruler
        ticks={levels.map((one) => ({ at: position(one), label: String(one) }))}
        needle={{ at: position(level), label: String(level) }}
        isFilled
      />
    </div>
  );
}
