import type { MemberFieldsFragment } from '#packages/client/documents.generated.ts';
import { roleName } from '../labs/role-name.ts';
import { Person } from '../marks/person.tsx';
import { Badge } from '../ui/badge.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { byRole } from './member-sources.ts';

const shown = 5;

/** The first few members, with a link to all. */
export function MembersSummary({
  members,
  href,
}: {
  members: readonly MemberFieldsFragment[];
  href: string;
}) {
  const rest = members.length - shown;
  return (
    <ul className="flex flex-col gap-2 touch:gap-4 text-sm">
      {byRole(members)
        .slice(0, shown)
        .map((member) => (
          <li key={member.walletAddress} className="flex items-center justify-between gap-4">
            <Person value={member.walletAddress} isAgent={member.isAgent} size={28} />
            <Badge tone={member.role === 'OWNER' ? 'acc' : 'neutral'}>{roleName(member.role)}</Badge>
          </li>
        ))}
      {rest > 0 && (
        <li>
          <TextLink href={href}>and {rest} more</TextLink>
        </li>
      )}
    </ul>
  );
}
