import type { Address } from '@labroom/contracts/networks';
import { callForWord } from './call-for-word.ts';

/** What tokenizer and token say about the right of a lab to the token that it attached. */
export interface TokenRight {
  /** `unknown`: the tokenizer is of a suite that does not record it. */
  right: 'claimed' | 'proved earlier' | 'proved' | 'unknown';
  /** `owner()` of the token's contract, lowercase; `null` if it names none. */
  owner: Address | null;
  /** Who of the lab this owner is. */
  ownerIs: 'holder' | 'account' | 'other';
  /** Another lab that proved its right to the token, decimal. */
  provedLab: string | null;
}

/** Function selectors: the first four bytes of the signature's hash. */
export const selectors = {
  owner: '0x8da5cb5b',
  ownerOf: '0x6352211e',
  attachedTo: '0x8e08a291',
  rightOf: '0xff487534',
} as const;

/** `IOclTokenizer.Right`. */
const rights: readonly (TokenRight['right'] | undefined)[] = [
  undefined,
  undefined,
  'claimed',
  'proved earlier',
  'proved',
];

interface AttachedTo {
  token: Address;
  /** Token id of the LabNFT, decimal. */
  labId: string;
  account: Address;
}

/**
 * Reads whether the lab proved its right to its attached token, and what the token's contract says itself, without wallet code.
 * Errors: `Error` if the node does not answer one of the calls.
 */
export async function readTokenRight(
  rpcUrl: string,
  { labNft, tokenizer }: { labNft: Address; tokenizer: Address },
  { token, labId, account }: AttachedTo,
): Promise<TokenRight> {
  const [holder, named, attachedTo, right] = await Promise.all([
    callForWord(rpcUrl, labNft, selectors.ownerOf + word(BigInt(labId))),
    callForWord(rpcUrl, token, selectors.owner),
    // A tokenizer of another version does not record it.
    callForWord(rpcUrl, tokenizer, selectors.attachedTo + word(BigInt(token))),
    callForWord(rpcUrl, tokenizer, selectors.rightOf + word(BigInt(labId))),
  ]);
  const isNamed = named !== null && named !== 0n && named < 1n << 160n;
  const ownerIs =
    isNamed && named === holder
      ? ('holder' as const)
      : isNamed && named === BigInt(account)
        ? ('account' as const)
        : ('other' as const);
  return {
    owner: isNamed ? `0x${named.toString(16).padStart(40, '0')}` : null,
    ownerIs,
    right: rights[Number(right ?? 0n)] ?? 'unknown',
    provedLab: !attachedTo || attachedTo === BigInt(labId) ? null : String(attachedTo),
  };
}

const word = (value: bigint) => value.toString(16).padStart(64, '0');
