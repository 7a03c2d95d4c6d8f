import type { OnChainActivityQuery } from '@labroom/client/documents';

export type OnChainEvent = OnChainActivityQuery['onChainActivity'][number];

interface EventDescription {
  title: string;
  /** The arguments shown at once. The others are shown on demand. */
  telling: readonly string[];
}

const words: Readonly<Record<string, EventDescription>> = {
  OclIdentityCreated: { title: 'Lab created', telling: ['account'] },
  OclTransfer: { title: 'Lab transferred', telling: ['from', 'to'] },
  AccountProvisioned: { title: 'Account of the lab created', telling: [] },
  RoleGranted: { title: 'Role granted', telling: ['account', 'role', 'expiry', 'isAgent', 'grantedBy'] },
  RoleDelegated: { title: 'Role depends on a contributor', telling: ['account', 'contributor'] },
  AllRolesRevoked: { title: 'All roles revoked', telling: ['revokedBy'] },
  RoleRevoked: { title: 'Role revoked', telling: ['account', 'role', 'revokedBy'] },
  Listed: { title: 'File shared', telling: ['reader', 'expiry', 'granter'] },
  Unlisted: { title: 'File no longer shared', telling: ['reader', 'revokedBy'] },
  AllUnlisted: { title: 'All lists of readers ended', telling: ['revokedBy'] },
  EntriesEnded: { title: 'Shares of a contributor ended', telling: ['granter', 'endedBy'] },
  ClaimCancelled: { title: 'Link to a file cancelled', telling: ['cancelledBy'] },
  TokensCreated: {
    title: 'Lab tokenized',
    telling: ['name', 'symbol', 'amount', 'tokenContract', 'emitter', 's3Key'],
  },
  TokenWrapped: { title: 'Existing token attached', telling: ['underlyingToken', 'wrappedLabToken'] },
  TermsAccepted: { title: 'Terms accepted', telling: ['signer', 'tokenContract'] },
  Capped: { title: 'Issuance ended permanently', telling: ['atSupply'] },
  DidLinked: { title: 'DID linked', telling: ['subject', 'did'] },
  DidDeactivated: { title: 'DID link ended', telling: ['subject', 'version'] },
  MintFeeUpdated: { title: 'Mint fee changed', telling: ['previousFeeWei', 'newFeeWei'] },
  BaseURIUpdated: { title: 'Address of names and pictures changed', telling: ['baseURI'] },
  ContractURIUpdated: { title: 'Metadata of the collection changed', telling: [] },
  MetadataUpdate: { title: 'Metadata of a lab changed', telling: ['_tokenId'] },
  BatchMetadataUpdate: { title: 'Metadata of all labs changed', telling: [] },
  FeesWithdrawn: { title: 'Fees withdrawn', telling: ['to', 'amount'] },
};

const nobody = `0x${'0'.repeat(40)}`;

/** Title and main arguments of an event. An event that is not in the table is titled by its name. */
export function describeEvent({ eventName, contractName, args }: OnChainEvent): EventDescription {
  const { from, to } = args as Record<string, unknown>;
  if (eventName === 'Transfer' && contractName === 'ipt') {
    const telling = ['value', 'from', 'to'];
    if (from === nobody) return { title: 'Tokens issued', telling: ['value', 'to'] };
    if (to === nobody) return { title: 'Tokens burned', telling: ['value', 'from'] };
    return { title: 'Tokens transferred', telling };
  }
  if (eventName === 'Transfer' && contractName === 'ipnft')
    return { title: 'IP-NFT moved', telling: ['tokenId', 'from', 'to'] };
  if (eventName === 'Transfer') return { title: 'LabNFT moved', telling: [] };
  if (eventName === 'OclTransfer' && from === nobody) return { title: 'Lab minted', telling: ['to'] };
  return words[eventName] ?? { title: wordsOf(eventName), telling: [] };
}

/** `MintFeeUpdated` → `Mint fee updated`. */
function wordsOf(name: string): string {
  const text = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
