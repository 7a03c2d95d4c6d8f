import type { Network } from '@labroom/contracts/networks';
import { hexToString } from 'viem';
import type { Check, Sources } from './check.ts';
import { checkAgreement } from './check-agreement.ts';
import type { FoundLab } from './find-tokenized-lab.ts';
import { readTermsOfContract } from './terms.ts';
import { agreementOf, readToken, type TokenOnChain } from './token-on-chain.ts';
import { tokenizationContracts } from './tokenization-context.ts';
import { checkSignature, readAcceptance } from './verify-acceptance.ts';

/**
 * Verifies the tokenization of a lab: the registry, the bytes of the agreement, the terms that the contract builds,
 * their acceptance in the transaction that created the token, and the signature. The service only provides locations;
 * every fact is read from the chain. Reports each check when it is done. Errors: those of viem if the chain cannot be
 * read.
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
  if (!token) {
    const says = `The tokenizer has no token of Lab #${labId}.`;
    return { name, result: 'fails', title: `Lab #${labId} has no token`, says, facts: [] };
  }
  const facts = [
    { label: 'Token', value: token.address },
    ...(token.isAttached ? [{ label: 'Wrapper', value: token.registered }] : []),
    { label: 'Name in the contract', value: `${token.name} (${token.symbol})` },
  ];
  return token.metadata.labId === labId
    ? {
        name,
        result: 'holds',
        title: 'The token is the lab’s',
        says: `The tokenizer records it as the token of Lab #${labId}, and the token names the lab.`,
        facts,
      }
    : {
        name,
        result: 'fails',
        title: 'The token is not the lab’s',
        says: `The token names another lab, #${token.metadata.labId}.`,
        facts,
      };
}

function checkTerms({ chainId }: Network, { metadata }: TokenOnChain, text: string): Check {
  const { labId, s3Key, contentHash } = metadata;
  const names = [`Lab #${labId},`, s3Key, contentHash, `Chain Id: ${chainId}\n`];
  const holds = names.every((part) => text.includes(part));
  const title = holds
    ? 'The terms name the lab, the agreement and the chain'
    : 'The terms leave out the lab, the agreement or the chain';
  const says = holds
    ? 'The terms contract builds them from the token’s metadata: they name the lab, the agreement, its hash and the chain.'
    : 'The terms contract builds a text that does not name the lab, the agreement, its hash and the chain.';
  return { name: 'terms', result: holds ? 'holds' : 'fails', title, says, facts: [], text };
}
