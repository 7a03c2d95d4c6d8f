import { createHash } from 'node:crypto';
import { type ChainId, type ContractAddresses, networks } from '@labroom/contracts/networks';
import { decodeOclId } from '@labroom/contracts/ocl-id';
import type { AgreementData } from './agreement-data.ts';
import { agreementText, type MembershipAgreement } from './agreement-text.ts';

export interface AgreementDocument {
  /** `<oclId>/agreements/<id>.json`, 119 bytes. */
  key: string;
  /** UTF-8. */
  bytes: Uint8Array;
  /** SHA-256 of `bytes`. */
  contentHash: `0x${string}`;
}

/** Deterministic: the same data on the same chain gives identical bytes. */
export function createAgreementDocument(
  data: AgreementData,
  { chainId, contracts }: { chainId: ChainId; contracts: Pick<ContractAddresses, 'labNft' | 'tokenizer'> },
): AgreementDocument {
  const { tokenId, account } = decodeOclId(data.oclId);
  const facts = {
    agreementType: 'OCL_MEMBERSHIP' as const,
    templateVersion: 1,
    lab: { oclId: data.oclId, labId: tokenId.toString(), account, title: data.title },
    token: { symbol: data.symbol },
    network: {
      name: networks[chainId].title,
      chainId,
      labNft: contracts.labNft.toLowerCase(),
      tokenizer: contracts.tokenizer?.toLowerCase() ?? null,
    },
  };
  const agreement: MembershipAgreement = { ...facts, text: agreementText(facts) };
  const bytes = Buffer.from(`${JSON.stringify(agreement, null, 2)}\n`);
  const digest = createHash('sha256').update(bytes).digest();
  return {
    key: `${data.oclId}/agreements/${uuidOf(digest)}.json`,
    bytes,
    contentHash: `0x${digest.toString('hex')}`,
  };
}

/** UUID version 8 (RFC 9562) from a hash, so equal documents have the same key. */
function uuidOf(digest: Uint8Array): string {
  const bytes = Uint8Array.from(digest.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
