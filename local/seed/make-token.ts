import { type Address, parseEther } from 'viem';
import { labTokenAbi, oclTokenizerAbi } from '#contracts/abi.generated.ts';
import { localAccount } from '#contracts/local-accounts.ts';
import { GenerateAgreementDocument, TermsMessageDocument } from '#packages/client/documents.generated.ts';
import type { ApiCall } from '#packages/client/execute.ts';
import type { LabChain, MintedLab } from '#packages/client/lab-chain.ts';
import type { ExampleLab } from './example-lab.ts';

/** Gives a lab its token as the web app does, agreement and signed terms included, and sends tokens to others. */
export async function makeToken(
  chain: LabChain,
  call: ApiCall,
  { oclId, tokenId }: Pick<MintedLab, 'oclId' | 'tokenId'>,
  { symbol, supply, transfers, minimum }: NonNullable<ExampleLab['token']>,
): Promise<{ address: Address; minimum: bigint }> {
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
    chainId: 31337,
  });
  const signature = await chain.account.signMessage({ message: getOclTermsMessage.message });
  if (!chain.contracts.tokenizer) throw new Error('The network has no tokenizer');
  const tokenizer = { address: chain.contracts.tokenizer, abi: oclTokenizerAbi } as const;
  const args = [tokenId, parseEther(String(supply)), symbol, agreementKey, contentHash, signature] as const;
  await chain.write({ ...tokenizer, functionName: 'tokenize', args });
  const address = await chain.reader.readContract({
    ...tokenizer,
    functionName: 'tokenized',
    args: [tokenId],
  });
  for (const { to, amount } of transfers)
    await chain.write({
      address,
      abi: labTokenAbi,
      functionName: 'transfer',
      args: [localAccount(to).address, parseEther(String(amount))],
    });
  return { address, minimum: parseEther(String(minimum)) };
}
