import { visibleName } from '#lib/names/visible-name.ts';
import { Badge } from '../ui/badge.tsx';

/** The Technology Readiness Level set by curators, e.g. `TRL 4`. */
export function ReadinessBadge({ value }: { value: string }) {
  const shown = visibleName(value);
  return (
    <span title={`Technology Readiness Level: ${shown}`} className="inline-flex max-w-full">
      <Badge>
        <span className="max-w-32 truncate">{shown}</span>
      </Badge>
    </span>
  );
}
