import { type Hex, isHash, parseEventLogs, recoverMessageAddress } from 'viem';
import { oclTermsPermissionerAbi, oclTokenizerAbi } from '#contracts/abi.generated.ts';
import { LabTokenDocument } from '#packages/client/documents.generated.ts';
import type { Check, Sources } from './check.ts';
import { isSame } from './controller.ts';
import type { FoundLab } from './find-tokenized-lab.ts';
import { isAccepted } from './terms.ts';
import { agreementOf, type TokenOnChain } from './token-on-chain.ts';
import { tokenizationContracts } from './tokenization-context.ts';
import { unlessRefused } from './unless-refused.ts';

/** The acceptance of the terms that the token's transaction recorded. */
interface Acceptance {
  signer: `0x${string}`;
  signature: Hex;
  blockNumber: bigint;
}

/** Finds the acceptance of the terms in the transaction that created the token. */
export async function readAcceptance(
  { client, network, api }: Sources,
  { oclId, labId }: FoundLab,
  token: TokenOnChain,
): Promise<{ check: Check; accepted?: Acceptance }> {
  const name = 'acceptance';
  const indexed = (await api(LabTokenDocument, { oclId }).catch(() => null))?.labToken;
  if (!indexed || !isHash(indexed.txHash)) {
    const says = 'The service has not indexed the transaction that created the token.';
    return { check: { name, result: 'unknown', says, facts: [] } };
  }
  const { tokenizer, permissioner } = tokenizationContracts(network);
  const hash = indexed.txHash;
  const receipt = await client.getTransactionReceipt({ hash }).catch(() => null);
  const facts = [{ label: 'Transaction', value: hash as string }];
  if (!receipt) {
    const says = 'The node of this page does not have the transaction.';
    return { check: { name, result: 'unknown', says, facts } };
  }
  const by = (address: string) => receipt.logs.filter((log) => isSame(log.address, address));
  const created = parseEventLogs({
    abi: oclTokenizerAbi,
    eventName: 'TokensCreated',
    logs: by(tokenizer),
  }).find(({ args }) => args.labId === labId);
  const accepted = parseEventLogs({
    abi: oclTermsPermissionerAbi,
    eventName: 'TermsAccepted',
    logs: by(permissioner),
  }).find(({ args }) => isSame(args.tokenContract, token.registered));
  const { metadata, address } = token;
  const isSameTokenization =
    created !== undefined &&
    accepted !== undefined &&
    isSame(created.args.tokenContract, address) &&
    created.args.s3Key === metadata.s3Key &&
    created.args.contentHash === metadata.contentHash &&
    isSame(created.args.emitter, metadata.originalOwner) &&
    isSame(accepted.args.signer, metadata.originalOwner);
  if (!isSameTokenization) {
    const says = 'The transaction does not record the acceptance of this agreement for this token.';
    return { check: { name, result: 'fails', says, facts } };
  }
  const { signer, signature } = accepted.args;
  const { blockNumber } = receipt;
  facts.push({ label: 'Block', value: String(blockNumber) }, { label: 'Accepted by', value: signer });
  const says =
    'One transaction created the token and recorded in the terms contract that the holder of the lab accepted the terms.';
  return { check: { name, result: 'holds', says, facts }, accepted: { signer, signature, blockNumber } };
}

/** Whether the recorded signature is the signer's, over exactly these terms. */
export async function checkSignature(
  { client, network }: Sources,
  token: TokenOnChain,
  terms: Hex,
  { signer, signature, blockNumber }: Acceptance,
): Promise<Check> {
  const name = 'signature';
  const facts = [
    { label: 'Signer', value: signer as string },
    { label: 'Signature', value: signature },
  ];
  const recovered = await recoverMessageAddress({ message: { raw: terms }, signature }).catch(() => null);
  if (recovered && isSame(recovered, signer)) {
    const says = 'The signer’s key signed exactly these terms; recovered in this browser.';
    return { name, result: 'holds', says, facts };
  }
  const { permissioner } = tokenizationContracts(network);
  const signed = { labId: token.metadata.labId, agreement: agreementOf(token), signer };
  const then = await unlessRefused(isAccepted(client, permissioner, signed, signature, blockNumber));
  if (then) {
    const says = `The signer is a contract, which confirmed the signature in block ${blockNumber} (ERC-1271).`;
    return { name, result: 'holds', says, facts };
  }
  if (await isAccepted(client, permissioner, signed, signature)) {
    const says = 'The signer is a contract, which confirms the signature today (ERC-1271).';
    return { name, result: 'holds', says, facts };
  }
  const says = (await client.getCode({ address: signer }))
    ? 'The signer is a contract that no longer confirms the signature. Its owners may have changed.'
    : 'The signature is not by the signer.';
  return { name, result: then === null ? 'unknown' : 'fails', says, facts };
}
