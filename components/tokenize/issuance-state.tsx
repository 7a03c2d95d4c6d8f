import { Badge } from '../ui/badge.tsx';

/** Whether more tokens can be issued. */
export function IssuanceState({ isCapped }: { isCapped: boolean }) {
  return isCapped ? (
    <Badge tone="good">Ended permanently</Badge>
  ) : (
    <Badge tone="warn">Open: more can be issued</Badge>
  );
}
