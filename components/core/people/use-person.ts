'use client';
import type { PersonName } from '#lib/people/name-store.ts';
import { useBrowserNames } from '#lib/people/names.ts';
import { useIdentity } from '#lib/session/session-context.tsx';
import { shortHex } from '../../ui/short-hex.ts';
import { useKnownPeople } from './people-provider.tsx';

export interface ShownPerson {
  address: string;
  /** What stands for the address: "You", the reader's label, the self-given name, the resolved one, or the short address. */
  text: string;
  kind: 'reader' | 'label' | 'name' | 'resolved' | 'address';
  name: PersonName | null;
  /** The name may be mistaken for that of another wallet or for a label. */
  isAmbiguous: boolean;
}

/** How an address is shown to this reader. A label of theirs comes before the name that a wallet gave itself. */
export function usePerson(value: string): ShownPerson {
  const address = value.toLowerCase();
  const identity = useIdentity();
  const given = useKnownPeople().get(address);
  const { labels, labelKeys, found } = useBrowserNames(given === undefined ? address : undefined);
  const name = given ?? found.get(address) ?? null;
  const label = labels.get(address);
  const own = name?.name;
  const resolved = name?.resolvedName;
  const isReader = 'address' in identity && identity.address === address;
  return {
    address,
    text: isReader ? 'You' : (label ?? own ?? resolved ?? shortHex(address)),
    kind: isReader ? 'reader' : label ? 'label' : own ? 'name' : resolved ? 'resolved' : 'address',
    name,
    isAmbiguous: !!name && (name.isAmbiguous || (labelKeys.get(name.nameKey ?? '') ?? address) !== address),
  };
}
