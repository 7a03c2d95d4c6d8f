import { LabTokenDocument, type LabTokenQuery } from '@labroom/client/documents';
import { oclTermsPermissionerAbi, oclTokenizerAbi } from '@labroom/contracts/abi';
import {
  type Hex,
  isHash,
  parseEventLogs,
  recoverMessageAddress,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { Check, Sources } from './check.ts';
import { isSame } from './controller.ts';
import type { FoundLab } from './find-tokenized-lab.ts';
import { isAccepted } from './terms.ts';
import { agreementOf, type TokenOnChain } from './token-on-chain.ts';
import { tokenizationContracts } from './tokenization-context.ts';

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
  const unknown = (says: string, facts: Check['facts'] = []) =>
    ({ check: { name, result: 'unknown', says, facts } }) as const;
  let indexed: LabTokenQuery['labToken'];
  try {
    indexed = (await api(LabTokenDocument, { oclId })).labToken;
  } catch {
    return unknown('The service did not say which transaction created the token. Try again in a moment.');
  }
  if (!indexed || !isHash(indexed.txHash))
    return unknown('The service has not indexed the transaction that created the token.');
  const { tokenizer, permissioner } = tokenizationContracts(network);
  const hash = indexed.txHash;
  const facts = [{ label: 'Transaction', value: hash as string }];
  let receipt: TransactionReceipt;
  try {
    receipt = await client.getTransactionReceipt({ hash });
  } catch (error) {
    return unknown(
      error instanceof TransactionReceiptNotFoundError
        ? 'The node of this page does not have the transaction.'
        : 'The node of this page did not respond. Try again in a moment.',
      facts,
    );
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
    const title = 'The transaction does not record that the terms were accepted';
    return { check: { name, result: 'fails', title, says, facts } };
  }
  const { signer, signature } = accepted.args;
  const { blockNumber } = receipt;
  facts.push({ label: 'Block', value: String(blockNumber) }, { label: 'Accepted by', value: signer });
  const says =
    'One transaction created the token and recorded in the terms contract that the holder of the lab accepted the terms.';
  const title = 'The terms were accepted with the token';
  return {
    check: { name, result: 'holds', title, says, facts },
    accepted: { signer, signature, blockNumber },
  };
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
  const holds = (says: string): Check => {
    return { name, result: 'holds', title: 'The signature is the holder’s', says, facts };
  };
  const recovered = await recoverMessageAddress({ message: { raw: terms }, signature }).catch(() => null);
  if (recovered && isSame(recovered, signer))
    return holds('The signer’s key signed exactly these terms; recovered in this browser.');
  const { permissioner } = tokenizationContracts(network);
  const signed = { labId: token.metadata.labId, agreement: agreementOf(token), signer };
  // A node without an archive does not answer for an old block, which says nothing about the signature.
  const then = await isAccepted(client, permissioner, signed, signature, blockNumber).catch(() => null);
  if (then)
    return holds(
      `The signer is a contract, which confirmed the signature in block ${blockNumber} (ERC-1271).`,
    );
  if (await isAccepted(client, permissioner, signed, signature))
    return holds('The signer is a contract, which confirms the signature today (ERC-1271).');
  if (then === null) {
    const says = `The node of this page does not answer for block ${blockNumber}. The signer does not confirm the signature today; if it is a contract, its owners may have changed.`;
    return { name, result: 'unknown', says, facts };
  }
  const says = (await client.getCode({ address: signer }))
    ? `The signer is a contract that confirms the signature neither in block ${blockNumber} nor today.`
    : 'The signature is not by the signer.';
  return { name, result: 'fails', title: 'The signature is not the holder’s', says, facts };
}
