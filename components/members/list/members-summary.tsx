import type { MemberFieldsFragment } from '@labroom/client/documents';
import { roleName } from '../../core/labs/role-name.ts';
import { Person } from '../../core/people/person.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { byRole } from '../roles/member-sources.ts';

const shown = 6;

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
    <ul className="-mt-4 text-sm">
      {byRole(members)
        .slice(0, shown)
        .map((member) => (
          <li
            key={member.walletAddress}
            className="flex min-h-11 items-center justify-between gap-4 border-b border-line"
          >
            <Person value={member.walletAddress} isAgent={member.isAgent} size={28} />
            <span className="shrink-0 text-right text-ink2">
              {member.isAgent ? 'Agent' : roleName(member.role)}
              {member.expiry && (
                <span className="block text-xs">
                  until <Time value={new Date(Number(member.expiry) * 1000).toISOString()} style="date" />
                </span>
              )}
            </span>
          </li>
        ))}
      {rest > 0 && (
        <li className="pt-3">
          <TextLink href={href}>and {rest} more</TextLink>
        </li>
      )}
    </ul>
  );
}
