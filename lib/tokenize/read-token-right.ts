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
  /** Another lab that proved its right to the token and has it now, decimal. */
  provedLab: string | null;
  /** The token answers with other decimals than when it was attached, or with none. */
  decimalsHaveChanged: boolean;
}

/** Function selectors: the first four bytes of the signature's hash. */
export const selectors = {
  owner: '0x8da5cb5b',
  ownerOf: '0x6352211e',
  attachedTo: '0x8e08a291',
  rightOf: '0xff487534',
  tokenized: '0x1b590640',
  decimalsHaveChanged: '0x6af0096b',
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
  const rightOf = async (lab: bigint) =>
    rights[Number((await callForWord(rpcUrl, tokenizer, selectors.rightOf + word(lab))) ?? 0n)] ?? 'unknown';
  const [holder, named, attachedTo, right, wrapper] = await Promise.all([
    callForWord(rpcUrl, labNft, selectors.ownerOf + word(BigInt(labId))),
    callForWord(rpcUrl, token, selectors.owner),
    // A tokenizer of another version does not record it.
    callForWord(rpcUrl, tokenizer, selectors.attachedTo + word(BigInt(token))),
    rightOf(BigInt(labId)),
    callForWord(rpcUrl, tokenizer, selectors.tokenized + word(BigInt(labId))),
  ]);
  const otherLab = attachedTo && attachedTo !== BigInt(labId) ? attachedTo : null;
  const [otherRight, changed] = await Promise.all([
    otherLab === null ? null : rightOf(otherLab),
    wrapper ? callForWord(rpcUrl, addressOf(wrapper), selectors.decimalsHaveChanged) : null,
  ]);
  const isNamed = named !== null && named !== 0n && named < 1n << 160n;
  const ownerIs =
    isNamed && named === holder
      ? ('holder' as const)
      : isNamed && named === BigInt(account)
        ? ('account' as const)
        : ('other' as const);
  return {
    owner: isNamed ? addressOf(named) : null,
    ownerIs,
    right,
    provedLab: otherRight === 'proved' ? String(otherLab) : null,
    decimalsHaveChanged: changed === 1n,
  };
}

const word = (value: bigint) => value.toString(16).padStart(64, '0');
const addressOf = (value: bigint): Address => `0x${value.toString(16).padStart(40, '0')}`;
