'use client';
import { LabsDocument } from '@labroom/client/documents';
import { Building2, ChevronDown } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Fragment } from 'react';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { readRecent } from '#lib/recent/recent-places.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { LabMark } from '../core/labs/lab-mark.tsx';
import { roleName } from '../core/labs/role-name.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import { switcherGroups } from './switcher-groups.ts';

interface SwitcherMenuProps {
  /** Of the signed-in person, lowercase. */
  wallet: string;
}

/** A menu of labs. The labs of the wallet are asked for when it opens. */
export function SwitcherMenu({ wallet }: SwitcherMenuProps) {
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="quiet" size="sm" aria-label="Switch lab" title="Switch lab">
          <Building2 aria-hidden className="size-4 shrink-0" />
          <ChevronDown aria-hidden className="size-3 shrink-0" />
        </Button>
      }
    >
      <Items wallet={wallet} />
    </Menu>
  );
}

const Items = withApi(function LabItems({ wallet }: { wallet: string }) {
  const { data, failure } = useApiQuery(LabsDocument, { walletAddress: wallet, page: 0, perPage: 50 });
  const mine = data?.labs.nodes.map((lab) => ({
    oclId: lab.oclId,
    shortname: lab.shortname,
    title: labTitle(lab),
    image: lab.image,
    role: lab.members.find(({ walletAddress }) => walletAddress === wallet)?.role,
  }));
  const groups = switcherGroups(mine ?? [], readRecent(wallet).labs, usePathname());
  return (
    <>
      {groups.map(({ heading, labs }) => (
        <Fragment key={heading}>
          <MenuLabel>{heading}</MenuLabel>
          {labs.map(({ oclId, shortname, title, image, role }) => (
            <MenuItem asChild key={oclId} textValue={title}>
              <Link href={labPath(shortname)}>
                <LabMark oclId={oclId} image={image ?? null} size="sm" />
                <bdi className="max-w-64 truncate">{title}</bdi>
                {role && <span className="ml-auto pl-4 text-ink2">{roleName(role)}</span>}
              </Link>
            </MenuItem>
          ))}
        </Fragment>
      ))}
      {!mine && (
        <MenuLabel>{failure ? 'Your labs could not be loaded.' : 'Your labs are loading…'}</MenuLabel>
      )}
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/labs">All labs</Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/labs/new">New lab</Link>
      </MenuItem>
    </>
  );
});
