import type { LabMemberRole, MemberFieldsFragment } from '@labroom/client/documents';
import { describe, expect, it } from 'vitest';
import { mayChange, rightsOf } from './rights.ts';

function member(walletAddress: string, role: LabMemberRole): MemberFieldsFragment {
  return {
    walletAddress,
    role,
    source: 'ACCESS_RESOLVER_EVENT',
    expiry: null,
    isAgent: false,
    grantedAt: '',
    grantedBeforeHolder: false,
    letInBy: null,
    profile: null,
  };
}

const members = [
  member('0xa', 'OWNER'),
  member('0xb', 'CONTRIBUTOR'),
  member('0xc', 'VIEWER'),
  { ...member('0x9', 'VIEWER'), letInBy: '0x8' },
];

function changeable(address: string | undefined): string[] {
  const rights = rightsOf(members, address);
  return members.filter((other) => mayChange(rights, other)).map((other) => other.walletAddress);
}

describe('the right to change roles', () => {
  it('lets an owner change contributors and viewers, but not owners', () => {
    expect(rightsOf(members, '0xa').mayGrant).toEqual(['VIEWER', 'CONTRIBUTOR']);
    expect(changeable('0xa')).toEqual(['0xb', '0xc', '0x9']);
  });

  it.each([
    ['a Safe', 'MULTISIG_RESOLUTION'],
    ['an account', 'ACCESS_CONTRACT'],
  ] as const)('lets an owner of %s that holds the lab change nobody', (_, source) => {
    const behind = { ...member('0xe', 'OWNER'), source };
    const holder = { ...member('0xf', 'OWNER'), source: 'ONCHAIN_EVENT' } as const;
    expect(rightsOf([...members, holder, behind], '0xe')).toEqual({
      role: 'OWNER',
      mayGrant: [],
      onlyLetIn: false,
      mayRemoveAll: false,
      latest: null,
    });
    expect(rightsOf(members, '0xa').mayRemoveAll).toBe(true);
    expect(rightsOf(members, '0xb').mayRemoveAll).toBe(false);
  });

  it('lets a contributor whose grant is not indexed yet change viewers', () => {
    const unseen = { ...member('0xe', 'CONTRIBUTOR'), source: 'ACCESS_CONTRACT' } as const;
    expect(rightsOf([unseen], '0xe').mayGrant).toEqual(['VIEWER']);
  });

  it('lets a holder whose transfer is not indexed yet change roles', () => {
    const unseen = { ...member('0xe', 'OWNER'), source: 'ACCESS_CONTRACT' } as const;
    expect(rightsOf([unseen], '0xe').mayRemoveAll).toBe(true);
  });

  it('tells a contributor until when it may grant', () => {
    const ending = { ...member('0xe', 'CONTRIBUTOR'), expiry: '1900000000' };
    expect(rightsOf([ending], '0xe').latest).toBe('1900000000');
    expect(rightsOf(members, '0xb').latest).toBeNull();
  });

  it('lets a contributor change only viewers whom a contributor let in', () => {
    expect(rightsOf(members, '0xb').mayGrant).toEqual(['VIEWER']);
    expect(changeable('0xb')).toEqual(['0x9']);
  });

  it.each(['0xc', '0xd', undefined])('lets %s change no role', (address) => {
    expect(rightsOf(members, address).mayGrant).toEqual([]);
    expect(changeable(address)).toEqual([]);
  });
});
