import { sha256Hex } from '@labroom/client/crypto/aes-gcm';
import type { Network } from '@labroom/contracts/networks';
import { decodeOclId } from '@labroom/contracts/ocl-id';
import { isAgreementSymbol } from '@labroom/protocol/agreement-symbol';
import { z } from 'zod';
import { agreementUrl, isKeyOf, parseAgreementKey } from '../agreements/agreement-key.ts';
import './zod-without-eval.ts';
import type { Check, Sources } from './check.ts';
import type { FoundLab } from './find-tokenized-lab.ts';
import type { TokenOnChain } from './token-on-chain.ts';

const documentSchema = z.object({
  agreementType: z.string(),
  templateVersion: z.number(),
  lab: z.object({ oclId: z.string(), labId: z.string(), account: z.string(), title: z.string().nullable() }),
  token: z.object({ symbol: z.string() }),
  network: z.object({
    name: z.string(),
    chainId: z.number(),
    labNft: z.string(),
    tokenizer: z.string().nullable(),
  }),
  text: z.string(),
});

type AgreementDocument = z.infer<typeof documentSchema>;

const name = 'agreement';

/**
 * Checks that the agreement named by the token describes this token: the bytes against their hash, then each field
 * against the chain. Two fields cannot be checked and are only shown: the title of the lab, and the symbol where that of
 * an attached token is not 1 to 20 letters and digits, so that no agreement can state it.
 */
export async function checkAgreement(
  { network, storageUrl }: Sources,
  lab: FoundLab,
  token: TokenOnChain,
): Promise<Check> {
  const { metadata } = token;
  const stated = { label: 'Hash in the token', value: metadata.contentHash };
  const key = parseAgreementKey(metadata.s3Key.split('/'));
  if (!key) {
    const says =
      'The token names a document that this service does not store. Ask the lab for it and compare its SHA-256.';
    return { name, result: 'unknown', says, facts: [{ label: 'Names', value: metadata.s3Key }, stated] };
  }
  const bytes = await readDocument(agreementUrl(storageUrl, key));
  if (!bytes)
    return {
      name,
      result: 'unknown',
      says: 'The document is unavailable. Try again in a moment.',
      facts: [stated],
    };
  const sha256 = await sha256Hex(bytes);
  const facts = [stated, { label: 'Hash computed here', value: `0x${sha256}` }];
  if (`0x${sha256}` !== metadata.contentHash) {
    return {
      name,
      result: 'fails',
      title: 'The stored agreement is not the one that was accepted',
      says: 'The stored document differs from the one that was accepted.',
      facts,
    };
  }
  const document = parseDocument(bytes);
  if (!document) {
    const says = 'The document has the hash in the token, but is not a membership agreement.';
    return { name, result: 'fails', title: 'The document is not an agreement', says, facts };
  }
  const differences = [
    ...fieldsOf(document, lab, token, network).filter(({ agreed, actual }) => agreed !== actual),
    ...(isKeyOf(key, sha256) && key.startsWith(`${lab.oclId}/`)
      ? []
      : [{ field: 'Key', agreed: key, actual: 'a key made from the lab and the hash' }]),
  ];
  if (differences.length > 0) {
    const [{ field, agreed, actual } = { field: '', agreed: '', actual: '' }] = differences;
    const others = differences.length > 1 ? ` ${differences.length - 1} more fields differ.` : '';
    return {
      name,
      result: 'fails',
      title: 'The agreement does not describe this token',
      says: `The agreement does not describe this token. ${field} in the agreement: ${agreed}. On the chain: ${actual}.${others}`,
      facts: [
        ...facts,
        ...differences.map((one) => ({
          label: one.field,
          value: `${one.agreed} in the agreement, ${one.actual} on the chain`,
        })),
      ],
    };
  }
  if (token.isAttached && !isAgreementSymbol(token.symbol))
    facts.push({ label: 'Symbol in the agreement, a label', value: document.token.symbol });
  if (document.lab.title !== null)
    facts.push({ label: 'Title in the agreement, a label', value: document.lab.title });
  const says = 'The stored document has the hash in the token, and all its fields match the token.';
  return { name, result: 'holds', title: 'The agreement describes this token', says, facts };
}

interface ComparedField {
  field: string;
  agreed: string;
  actual: string;
}

/** Every field of the document that the chain or the network can confirm. */
function fieldsOf(
  { agreementType, templateVersion, lab, token: agreed, network: named, text }: AgreementDocument,
  { oclId, labId }: FoundLab,
  token: TokenOnChain,
  { chainId, title, contracts }: Network,
): ComparedField[] {
  const { account } = decodeOclId(oclId);
  const labNft = contracts.labNft.toLowerCase();
  const tokenizer = contracts.tokenizer?.toLowerCase() ?? 'none';
  const symbol = { field: 'Symbol', agreed: agreed.symbol, actual: token.symbol };
  const name = { field: 'Name', agreed: `Lab Tokens of Lab #${lab.labId}`, actual: token.name };
  // The sentences that state these fields in the agreement's text.
  const sentences = [
    `**Lab #${labId}**, token ${labId} of the LabNFT contract \`${labNft}\` on ${title} (chain id ${chainId})`,
    `OCL id: \`${oclId}\``,
    `Account of the Lab: \`${account}\``,
    `symbol **${agreed.symbol}**, by the tokenizer contract \`${tokenizer}\``,
  ];
  const missing = sentences.filter((sentence) => !text.includes(sentence));
  return [
    ...(token.isAttached && !isAgreementSymbol(token.symbol) ? [] : [symbol]),
    ...(token.isAttached ? [] : [name]),
    { field: 'Kind', agreed: agreementType, actual: 'OCL_MEMBERSHIP' },
    { field: 'Template version', agreed: String(templateVersion), actual: '1' },
    { field: 'Lab', agreed: lab.oclId, actual: oclId },
    { field: 'Number of the lab', agreed: lab.labId, actual: String(labId) },
    { field: 'Account of the lab', agreed: lab.account, actual: account },
    { field: 'Network', agreed: named.name, actual: title },
    { field: 'Chain id', agreed: String(named.chainId), actual: String(chainId) },
    { field: 'LabNFT contract', agreed: named.labNft, actual: labNft },
    { field: 'Tokenizer contract', agreed: named.tokenizer ?? 'none', actual: tokenizer },
    ...missing.map((sentence) => ({ field: 'Text', agreed: 'without this sentence', actual: sentence })),
  ];
}

async function readDocument(url: string): Promise<ArrayBuffer | null> {
  try {
    const response = await fetch(url, { cache: 'no-store', redirect: 'error' });
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}

function parseDocument(bytes: ArrayBuffer): AgreementDocument | null {
  try {
    return documentSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}
