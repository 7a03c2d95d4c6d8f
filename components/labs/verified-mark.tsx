import { BadgeCheck } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';

/** Says that curators looked at the lab and found that it is what it claims to be. */
export function VerifiedMark() {
  return (
    <span title="Verified by the curators of this site" className="inline-flex">
      <Badge tone="success" icon={<BadgeCheck aria-hidden />}>
        Verified
      </Badge>
    </span>
  );
}
