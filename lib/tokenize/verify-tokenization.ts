import { hexToString } from 'viem';
import { z } from 'zod';
import type { Network } from '../../contracts/networks.ts';
import { agreementUrl, parseAgreementKey } from '../agreements/agreement-key.ts';
import { sha256Hex } from '../crypto/aes-gcm.ts';
import './zod-without-eval.ts';
import type { Check, Sources } from './check.ts';
import type { FoundLab } from './find-tokenized-lab.ts';
import { readTermsOfContract } from './terms.ts';
import { agreementOf, readToken, type TokenOnChain } from './token-on-chain.ts';
import { checkSignature, readAcceptance } from './verify-acceptance.ts';
import { tokenizationContracts } from './world.ts';

/**
 * Checks how a lab got its token: the registry, the agreement's bytes, the terms as the contract builds them, that they
 * were accepted in the transaction that made the token, and by whose signature. The service only says where to look;
 * what counts is read from the chain by whoever asks. Each check is given as soon as it is done.
 * Errors: viem's, where the chain cannot be read.
 */
export async function* verifyTokenization(sources: Sources, lab: FoundLab): AsyncGenerator<Check> {
  const { client, network } = sources;
  const { tokenizer, permissioner } = tokenizationContracts(network);
  const token = await readToken(client, tokenizer, lab.labId);
  yield checkToken(lab, token);
  if (!token) return;
  yield await checkAgreement(sources, lab, token);
  const terms = await readTermsOfContract(client, permissioner, lab.labId, agreementOf(token));
  yield checkTerms(network, token, hexToString(terms));
  const acceptance = await readAcceptance(sources, lab, token);
  yield acceptance.check;
  if (acceptance.accepted) yield await checkSignature(sources, token, terms, acceptance.accepted);
}

function checkToken({ labId }: FoundLab, token: TokenOnChain | null): Check {
  const name = 'token';
  if (!token) return { name, result: 'fails', says: `Lab #${labId} has no token.`, facts: [] };
  const facts = [
    { label: 'Token', value: token.address },
    ...(token.isAttached ? [{ label: 'Wrapper', value: token.registered }] : []),
    { label: 'Calls itself', value: `${token.name} (${token.symbol})` },
  ];
  return token.metadata.labId === labId
    ? {
        name,
        result: 'holds',
        says: `The tokenizer has it as the token of Lab #${labId}, and the token names the lab.`,
        facts,
      }
    : { name, result: 'fails', says: `The token names another lab, #${token.metadata.labId}.`, facts };
}

const documentSchema = z.object({
  lab: z.object({ oclId: z.string(), labId: z.string() }),
  network: z.object({ chainId: z.number() }),
});

async function checkAgreement(
  { network, storageUrl }: Sources,
  { oclId, labId }: FoundLab,
  { metadata }: TokenOnChain,
): Promise<Check> {
  const name = 'agreement';
  const stated = { label: 'Hash in the token', value: metadata.contentHash };
  const key = parseAgreementKey(metadata.s3Key.split('/'));
  if (!key) {
    const says =
      'The token names a document that is not kept here. Ask the lab for it, and compare its SHA-256.';
    return { name, result: 'unknown', says, facts: [{ label: 'Names', value: metadata.s3Key }, stated] };
  }
  const bytes = await readDocument(agreementUrl(storageUrl, key));
  if (!bytes)
    return { name, result: 'unknown', says: 'The document cannot be read at the moment.', facts: [stated] };
  const computed = `0x${await sha256Hex(bytes)}`;
  const facts = [stated, { label: 'Hash computed here', value: computed }];
  if (computed !== metadata.contentHash) {
    return { name, result: 'fails', says: 'The stored document is not the one that was agreed to.', facts };
  }
  const document = parseDocument(bytes);
  const isOfLab =
    document?.lab.oclId === oclId &&
    document.lab.labId === String(labId) &&
    document.network.chainId === network.chainId;
  return isOfLab
    ? {
        name,
        result: 'holds',
        says: 'The stored document has the hash in the token, and is about this lab.',
        facts,
      }
    : {
        name,
        result: 'fails',
        says: 'The document has the hash in the token, but is not about this lab.',
        facts,
      };
}

async function readDocument(url: string): Promise<ArrayBuffer | null> {
  try {
    const response = await fetch(url, { cache: 'no-store', redirect: 'error' });
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}

function parseDocument(bytes: ArrayBuffer): z.infer<typeof documentSchema> | null {
  try {
    return documentSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

function checkTerms({ chainId }: Network, { metadata }: TokenOnChain, text: string): Check {
  const { labId, s3Key, contentHash } = metadata;
  const names = [`Lab #${labId},`, s3Key, contentHash, `Chain Id: ${chainId}\n`];
  const holds = names.every((part) => text.includes(part));
  const says = holds
    ? 'The terms contract builds them from the token’s metadata: they name the lab, the agreement, its hash and the chain.'
    : 'The terms contract builds a text that does not name the lab, the agreement, its hash and the chain.';
  return { name: 'terms', result: holds ? 'holds' : 'fails', says, facts: [], text };
}
