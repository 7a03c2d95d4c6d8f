import type { MemberFieldsFragment } from '@labroom/client/documents';
import { Bot } from 'lucide-react';
import { roleName } from '../../core/labs/role-name.ts';
import { Person } from '../../core/people/person.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { shortHex } from '../../ui/short-hex.ts';
import { Cell, HeaderCell, Row, Table, TableHead } from '../../ui/table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { byRole, sourceText } from '../roles/member-sources.ts';

interface MembersTableProps {
  /** Path of the page of a member. */
  hrefOf: (member: MemberFieldsFragment) => string;
  members: readonly MemberFieldsFragment[];
  /** Omitted if roles cannot be changed. */
  onChange?: (member: MemberFieldsFragment) => void;
  mayChange: (member: MemberFieldsFragment) => boolean;
}

/** Below 640 pixels each row is a card with labelled cells. */
const cell = 'max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-1';

export function MembersTable({ members, hrefOf, onChange, mayChange }: MembersTableProps) {
  return (
    <Table
      caption="Members of the lab"
      className="max-sm:block [&_thead]:max-sm:sr-only [&_tbody]:max-sm:block"
    >
      <TableHead names={['Wallet', 'Role', 'Why', 'Ends', 'Since']}>
        <HeaderCell>
          <span className="sr-only">{onChange ? 'Details and change' : 'Details'}</span>
        </HeaderCell>
      </TableHead>
      <tbody>
        {byRole(members).map((member) => (
          <Row
            key={member.walletAddress}
            className="max-sm:block max-sm:h-auto max-sm:py-2 max-sm:first:border-t-0"
          >
            <Cell className={cell}>
              <span className="flex flex-wrap items-center gap-2">
                <Person value={member.walletAddress} isAgent={member.isAgent} size={28} />
                {member.isAgent && <Badge icon={<Bot aria-hidden />}>Agent</Badge>}
              </span>
            </Cell>
            <Cell className={cell}>
              <Label>Role</Label>
              <Badge tone={member.role === 'OWNER' ? 'acc' : 'neutral'}>{roleName(member.role)}</Badge>
            </Cell>
            <Cell className={cell}>
              <Label>Why</Label>
              <span className="max-sm:text-right">
                {member.grantedBeforeHolder ? 'Granted by an earlier holder' : sourceText(member.source)}
              </span>
            </Cell>
            <Cell className={cell}>
              <Label>Ends</Label>
              {member.expiry ? (
                <Time value={expiryIso(member.expiry)} style="date" />
              ) : (
                <span className="text-ink2">never</span>
              )}
            </Cell>
            <Cell className={cell}>
              <Label>Since</Label>
              <Time value={member.grantedAt} style="date" />
            </Cell>
            <Cell className="text-right max-sm:block max-sm:px-0 max-sm:pt-1">
              <span className="inline-flex items-center gap-4">
                <TextLink
                  href={hrefOf(member)}
                  aria-label={`Details of ${shortHex(member.walletAddress)}`}
                  className="touch:py-2.5"
                >
                  Details
                </TextLink>
                {onChange && mayChange(member) && (
                  <Button
                    size="sm"
                    aria-label={`Change the role of ${shortHex(member.walletAddress)}`}
                    onClick={() => onChange(member)}
                  >
                    Change…
                  </Button>
                )}
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Label of a cell while the header row is hidden. */
function Label({ children }: { children: string }) {
  return (
    <span aria-hidden className="text-ink2 sm:hidden">
      {children}
    </span>
  );
}

/** Converts the API's Unix seconds to ISO 8601. */
function expiryIso(expiry: string): string {
  return new Date(Number(expiry) * 1000).toISOString();
}
