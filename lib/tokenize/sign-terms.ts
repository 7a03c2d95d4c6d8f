import { isSame } from './controller.ts';
import type { Draft } from './draft.ts';
import type { TokenizationState } from './resolve-step.ts';
import { safeMessage, signatureBy } from './safe.ts';
import { isAccepted, readTerms } from './terms.ts';
import {
  type TokenizationContext,
  type TokenizationWallet,
  tokenizationContracts,
} from './tokenization-context.ts';

/** A wallet returned a signature that the contracts would not accept. */
export class UnusableSignatureError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableSignatureError';
  }
}

/**
 * Asks the connected wallet to sign the terms, as the controller or as an owner of a Safe. Before the wallet opens, the
 * terms are read from the service and from the contract and compared again. Returns the draft with the signature.
 * Errors: `TermsMismatchError`; `UnusableSignatureError`; those of the wallet, `LabroomError` and viem's.
 */
export async function signTerms(
  context: TokenizationContext,
  signer: TokenizationWallet,
  { control }: Extract<TokenizationState, { step: 'signature' }>,
  draft: Draft,
): Promise<Draft> {
  const { client, config, network, lab, wallet } = context;
  const { agreement } = draft;
  if (!agreement) throw new Error('No agreement to sign.');
  const { permissioner } = tokenizationContracts(network);
  const terms = await readTerms({ ...context, chainId: config.chainId }, permissioner, lab.labId, agreement);

  if (control.kind === 'safe') {
    const typedData = safeMessage(control.safe.address, config.chainId, terms.digest);
    const signature = await signatureBy(wallet, typedData, await signer.signTypedData(typedData));
    if (!signature) throw new UnusableSignatureError(notOfThisKey);
    const termsSignatures = { ...draft.termsSignatures, [wallet.toLowerCase()]: signature };
    return { ...draft, termsSignatures };
  }
  const termsSignature = await signer.signMessage(terms.text);
  const signed = { labId: lab.labId, agreement, signer: wallet };
  if (!isSame(control.holder, wallet) || !(await isAccepted(client, permissioner, signed, termsSignature))) {
    throw new UnusableSignatureError(
      'The contract rejects this signature. Sign with the account that holds the lab. A smart account must be deployed first.',
    );
  }
  return { ...draft, termsSignature };
}

export const notOfThisKey =
  'The signature was not made by the key of the connected wallet. Safe owners that are contracts cannot sign here.';
