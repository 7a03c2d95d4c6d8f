/** How a value is shown. */
export type ArgumentKind =
  | 'address'
  | 'hex'
  | 'did'
  | 'text'
  /** 32 bytes that hold a short text. */
  | 'word'
  | 'lab'
  | 'oclId'
  | 'role'
  /** Unix seconds; 0 means never. */
  | 'moment'
  | 'yesOrNo'
  | 'tokens'
  | 'ether'
  | 'agreement';

interface ArgumentDescription {
  label: string;
  kind: ArgumentKind;
}

const address = (label: string): ArgumentDescription => ({ label, kind: 'address' });
const hex = (label: string): ArgumentDescription => ({ label, kind: 'hex' });
const text = (label: string): ArgumentDescription => ({ label, kind: 'text' });

const words: Readonly<Record<string, ArgumentDescription>> = {
  account: address('Account'),
  amount: { label: 'Amount', kind: 'tokens' },
  approved: address('Approved'),
  atSupply: { label: 'Final supply', kind: 'tokens' },
  attester: address('Attester'),
  canonicalChainId: text('Chain'),
  contentHash: hex('Hash of the agreement'),
  did: { label: 'DID', kind: 'did' },
  didHash: hex('Hash of the DID'),
  emitter: address('Issued by'),
  expiry: { label: 'Until', kind: 'moment' },
  from: address('From'),
  grantedBy: address('Granted by'),
  isAgent: { label: 'Agent', kind: 'yesOrNo' },
  labId: { label: 'Lab', kind: 'lab' },
  name: text('Name'),
  newFeeWei: { label: 'New fee', kind: 'ether' },
  oclId: { label: 'Lab', kind: 'oclId' },
  owner: address('Owner'),
  previousFeeWei: { label: 'Previous fee', kind: 'ether' },
  proof: hex('Proof'),
  provider: { label: 'Provider', kind: 'word' },
  requestHash: hex('Hash of the request'),
  requestId: hex('Request'),
  revokedBy: address('Revoked by'),
  role: { label: 'Role', kind: 'role' },
  s3Key: { label: 'Agreement', kind: 'agreement' },
  salt: hex('Salt'),
  signature: hex('Signature'),
  signer: address('Signed by'),
  subject: { label: 'Of the', kind: 'word' },
  symbol: text('Symbol'),
  to: address('To'),
  tokenContract: address('Token'),
  tokenId: { label: 'Lab', kind: 'lab' },
  underlyingToken: address('Existing token'),
  value: { label: 'Amount', kind: 'tokens' },
  version: text('Version'),
  wrappedLabToken: address('Wrapper'),
};

/** Label and format of an event argument. An unknown argument keeps its name. */
export function describeArgument(name: string, value: unknown, eventName: string): ArgumentDescription {
  // The only amount that is in ether, not in tokens.
  if (eventName === 'FeesWithdrawn' && name === 'amount') return { label: 'Amount', kind: 'ether' };
  const known = words[name];
  if (known) return known;
  if (typeof value !== 'string' || !/^0x[0-9a-f]*$/.test(value)) return text(name);
  return value.length === 42 ? address(name) : hex(name);
}
