import { group } from '../group.ts';

export const decidedOnchain = [
  group('DID linking', 'docs/specification/did-linking.md#user-operation', {
    'decided.did.linked': '`LINKED` only when the indexer saw both `DidLinked` events',
    'decided.did.retries':
      'back to `PENDING` with backoff; after 8 attempts `FAILED`; an operator starts again',
    'decided.did.reorg': 'a reorg takes `LINKED` back to `SUBMITTED`',
    'decided.did.userOperation': 'an ERC-4337 user operation of the relayer account',
    'decided.did.bundler': 'to `BUNDLER_URL` where set',
  }),
  group('Tokenization', 'docs/specification/tokenization.md#terms-message', {
    'decided.terms.fromContract': 'the text is what the permissioner contract builds',
    'decided.terms.unknown': 'an unknown agreement: thrown `NOT_FOUND`',
    'decided.terms.hash': 'another hash: thrown `INVALID_INPUT`',
    'decided.terms.chain': 'another chain id: thrown `INVALID_INPUT`',
    'decided.terms.text': 'one sentence; blank line; `Chain Id`; `Version: 1`; `\\n` ends, none at the end',
    'decided.terms.extras': 'also `digest`, `isSuccess`, `error`',
    'decided.agreement.anyone': 'anyone with a consumer credential may generate one',
    'decided.agreement.deterministic': 'the same (oclId, symbol, title) gives the same bytes and hash',
    'decided.tokenize.order': '`AlreadyTokenized` before `MustControlLab`; no lab is `MustControlLab`',
    'decided.contracts.names': 'names, events and errors follow the published suite',
    'decided.contracts.roles': 'a contributor grants and revokes viewers only; revoking nothing is silent',
    'decided.contracts.addresses': 'published addresses are configured',
    'decided.contracts.contractName': '`ocl`, `accessresolver`, `ipt`, `ipnft` by contract',
  }),
] as const;
