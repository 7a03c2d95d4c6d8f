import type { Draft } from './draft.ts';
import type { Approvals } from './ready-transaction.ts';
import { signatureBy } from './safe.ts';
import { notOfThisKey, UnusableSignatureError } from './sign-terms.ts';
import type { TokenizationWallet } from './tokenization-context.ts';

/**
 * Asks the connected wallet to sign a transaction of its Safe, which another owner then sends. Returns the draft with
 * the signature. Errors: `UnusableSignatureError`; those of the wallet.
 */
export async function approveTransaction(
  signer: TokenizationWallet,
  wallet: `0x${string}`,
  { safe, signatures, typedData }: Approvals,
  draft: Draft,
): Promise<Draft> {
  const signature = await signatureBy(wallet, typedData, await signer.signTypedData(typedData));
  if (!signature) throw new UnusableSignatureError(notOfThisKey);
  const all = { ...signatures, [wallet.toLowerCase()]: signature };
  return { ...draft, approvals: { nonce: String(safe.nonce), signatures: all } };
}
