import type { LabChain, MintedLab } from '@labroom/client/chain/lab-chain.ts';
import { GenerateAgreementDocument, TermsMessageDocument } from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';
import { labTokenAbi, oclTokenizerAbi } from '@labroom/contracts/abi';
import { localAccount } from '@labroom/contracts/local-accounts';
import { type Address, getAddress, keccak256, parseEther, slice, stringToHex } from 'viem';
import type { ExampleToken, ExampleTransfer } from './labs/example-lab.ts';

export interface LabToken {
  address: Address;
  /** Smallest amount that opens the files for holders, in the token's smallest unit. */
  minimum: bigint;
}

/** Gives a lab its token as the web app does, agreement and signed terms included. */
export async function makeToken(
  chain: LabChain,
  call: ApiCall,
  { oclId, tokenId }: Pick<MintedLab, 'oclId' | 'tokenId'>,
  { symbol, supply, minimum }: Pick<ExampleToken, 'symbol' | 'supply' | 'minimum'>,
): Promise<LabToken> {
  const agreementData = JSON.stringify({ oclId, symbol });
  const { generateOclMembershipAgreement: agreement } = await call(GenerateAgreementDocument, {
    agreementData,
  });
  const { agreementKey, agreementContentHash } = agreement;
  if (!agreementKey || !agreementContentHash) throw new Error('The service made no agreement');
  const contentHash = agreementContentHash as `0x${string}`;
  const { getOclTermsMessage } = await call(TermsMessageDocument, {
    agreementKey,
    contentHash,
    labId: String(tokenId),
    chainId: chain.wallet.chain.id,
  });
  const { message } = getOclTermsMessage;
  if (message === null) throw new Error('The service gave no terms');
  const signature = await chain.account.signMessage({ message });
  if (!chain.contracts.tokenizer) throw new Error('The network has no tokenizer');
  const tokenizer = { address: chain.contracts.tokenizer, abi: oclTokenizerAbi } as const;
  const args = [tokenId, parseEther(String(supply)), symbol, agreementKey, contentHash, signature] as const;
  await chain.write({ ...tokenizer, functionName: 'tokenize', args });
  const address = await chain.reader.readContract({
    ...tokenizer,
    functionName: 'tokenized',
    args: [tokenId],
  });
  return { address, minimum: parseEther(String(minimum)) };
}

/** Makes a transfer of the lab's token, or issues tokens. `chain` is that of the sender. */
export function transferTokens(
  chain: LabChain,
  { address }: LabToken,
  lab: Pick<MintedLab, 'account'>,
  { to, amount, isIssued = false }: ExampleTransfer,
): Promise<unknown> {
  const receiver = receiverOf(to, lab.account);
  const units = parseEther(String(amount));
  const token = { address, abi: labTokenAbi } as const;
  return isIssued
    ? chain.write({ ...token, functionName: 'issue', args: [receiver, units] })
    : chain.write({ ...token, functionName: 'transfer', args: [receiver, units] });
}

function receiverOf(to: ExampleTransfer['to'], account: Address): Address {
  if (to === 'lab') return account;
  if (typeof to === 'string') return localAccount(to).address;
  return getAddress(slice(keccak256(stringToHex(`labroom example holder ${to}`)), 12));
}
