import { BadgeCheck } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';

/** Marks a lab that curators have verified. */
export function VerifiedMark() {
  return (
    <span title="Verified by the curators of this site" className="inline-flex">
      <Badge tone="good" icon={<BadgeCheck aria-hidden />}>
        Verified
      </Badge>
    </span>
  );
}
