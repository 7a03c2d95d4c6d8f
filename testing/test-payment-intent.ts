import { intentSettingMessage } from '@labroom/protocol/payment-intent';
import type { Address, Hex, TypedDataDefinition } from 'viem';
import { nextMoment, type SignedWith } from './test-profile.ts';

interface Signer {
  address: Address;
  signTypedData(message: TypedDataDefinition): Promise<Hex>;
}

/** Arguments of `setWalletIntent`. */
export async function signedIntent(signer: Signer, required: boolean, given: SignedWith) {
  const { site, chainId = 31337, issuedAt = nextMoment() } = given;
  const signed = { site, chainId, issuedAt, wallet: signer.address, required };
  const signature = await signer.signTypedData(intentSettingMessage(signed));
  return { wallet: signer.address, required, issuedAt, signature };
}
