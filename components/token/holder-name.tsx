import { labPath } from '#lib/api/lab-reference.ts';
import { LabMark } from '../core/labs/lab-mark.tsx';
import { roleName } from '../core/labs/role-name.ts';
import { Person } from '../core/people/person.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { TokenLab } from './token-lab.ts';

interface HolderNameProps {
  lab: TokenLab;
  address: string;
  /** Shows the role of a member of the lab. */
  withRole?: boolean;
}

/** Who an address is: the account of the lab, a member, or somebody else. */
export function HolderName({ lab, address, withRole = false }: HolderNameProps) {
  if (address === lab.account) {
    return (
      <span className="inline-flex items-center gap-2">
        <LabMark oclId={lab.oclId} image={lab.image} size="sm" />
        <TextLink href={labPath(lab.shortname)}>Lab account</TextLink>
      </span>
    );
  }
  const role = lab.roles.get(address);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Person value={address} />
      {withRole && role && <span className="text-ink2">{roleName(role)}</span>}
    </span>
  );
}
