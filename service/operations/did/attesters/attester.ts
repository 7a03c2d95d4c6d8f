import { type Address, type Hex, hashTypedData, recoverAddress } from 'viem';
import type { Attester, LinkAttestation } from '#core/ports/attester.ts';
import type { AttesterName } from '#platform/config/secrets.ts';

/** Messages contain neither URLs nor anything that a remote end sent. */
export class AttesterError extends Error {
  override readonly name = 'AttesterError';
  /**
   * `UNAVAILABLE`: no answer; try again later. `REFUSED`: the attester does not attest this request. `INVALID`: the
   * attester uses another key or answers with something else than a signature.
   */
  readonly kind: 'UNAVAILABLE' | 'REFUSED' | 'INVALID';

  constructor(kind: AttesterError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

interface UnverifiedAttester extends Pick<Attester, 'kind' | 'address' | 'verify'> {
  name: AttesterName;
  sign: (attestation: LinkAttestation) => Promise<Hex>;
}

/** An attester that returns signatures of its address only. */
export function verifiedAttester({ name, sign, ...attester }: UnverifiedAttester): Attester {
  const { address } = attester;
  return {
    ...attester,
    async attest(attestation) {
      const signature = await sign(attestation);
      if (!(await isSignatureOf(address, hashTypedData(attestation.typedData), signature)))
        throw new AttesterError(
          'INVALID',
          `The ${name} attester returned a signature that is not of ${address}, or not in the form that the registry accepts.`,
        );
      return signature;
    },
  };
}

/** Half of the order of secp256k1. The registry rejects signatures in the upper half. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

async function isSignatureOf(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  if (!/^0x[0-9a-f]{128}1[bc]$/i.test(signature) || BigInt(`0x${signature.slice(66, 130)}`) > HALF_ORDER)
    return false;
  return (await recoverAddress({ hash, signature }).catch(() => null)) === address;
}
