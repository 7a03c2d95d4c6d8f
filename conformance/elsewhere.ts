interface Elsewhere {
  test: string;
  rule: string;
  section: string;
}

const gateway = 'docs/specification/gateway.md#outcomes';
const conditions = 'docs/specification/keys-and-conditions.md#conditions';
const tokenizer = 'docs/specification/contracts.md#tokenizer';
const search = 'docs/specification/reads-and-search.md#search';
const did = 'docs/specification/did-linking.md#user-operation';

/** Rules that no client can see, or not within minutes, and the tests that prove them. */
export const elsewhere: readonly Elsewhere[] = [
  {
    test: 'service/operations/did/link-dids.merge.test.ts',
    rule: 'A failed attempt is back to PENDING with backoff; after 8 it is FAILED until an operator starts it again; a reorganization takes LINKED back to SUBMITTED.',
    section: did,
  },
  {
    test: 'service/operations/did/remote-bundler.merge.test.ts',
    rule: 'User operations go to BUNDLER_URL where it is set.',
    section: did,
  },
  {
    test: 'service/operator/labroom.stack.test.ts',
    rule: "An operator's command changes the limit of a lab.",
    section: 'docs/specification/files.md#quota',
  },
  {
    test: 'packages/client/crypto/aes-gcm.test.ts',
    rule: 'AES-256-GCM with an IV of 12 bytes and the tag appended: the known-answer vector opens.',
    section: 'docs/specification/keys-and-conditions.md#encryption',
  },
  {
    test: 'service/operations/search/similar-documents.stack.test.ts',
    rule: 'Results are fused with embeddings where an endpoint is configured.',
    section: search,
  },
  {
    test: 'contracts/networks.test.ts',
    rule: 'The published addresses are configured.',
    section: 'docs/specification/contracts.md#published-addresses',
  },
  {
    test: 'service/platform/config/gateway.test.ts',
    rule: 'Prices, network, asset, payee, facilitator and the lifetime of its tokens are configured; the embedded facilitator is for local alone.',
    section: 'docs/specification/gateway.md#prices',
  },
  {
    test: 'service/gateway/failure-table.merge.test.ts',
    rule: 'A call that failed or was not settled releases its claim; one unsettled call per payer; a facilitator that hangs costs five seconds; an unknown settlement is reconciled; 502, 503 and 504 by cause. A payment that is malformed, used, too late, or of another amount, asset, network, payee or kind buys nothing, and the signer alone is the payer.',
    section: gateway,
  },
  {
    test: 'service/gateway/paid-transfers.stack.test.ts',
    rule: 'One transfer settles one call.',
    section: gateway,
  },
  {
    test: 'service/gateway/unpaid-calls.stack.test.ts',
    rule: 'After unpaid calls a payer waits, longer each time.',
    section: gateway,
  },
  {
    test: 'service/gateway/killed-gateway.release.test.ts',
    rule: 'After a crash served claims are settled, others burned.',
    section: gateway,
  },
  {
    test: 'service/routes/gateway-routes.stack.test.ts',
    rule: 'X402_REQUIRE_INTENT demands a derived nonce or a service token of the payer.',
    section: 'docs/specification/gateway.md#intent',
  },
  {
    test: 'service/operations/keys/conditions/parse-conditions.test.ts',
    rule: 'Conditions of another shape are refused, each with the place and the fault.',
    section: conditions,
  },
  {
    test: 'service/operations/keys/new-conditions.stack.test.ts',
    rule: 'Conditions that are no restriction are refused: a key twice, no :userAddress, no code, met by a random wallet.',
    section: conditions,
  },
  {
    test: 'service/operations/keys/conditions/evaluate-conditions.stack.test.ts',
    rule: 'Operators are folded from the left and skip what decides nothing; six comparators; a key selects one of several outputs.',
    section: conditions,
  },
  {
    test: 'service/operations/keys/hostile-conditions.stack.test.ts',
    rule: 'A contract that reverts, loops, answers megabytes or names a URL is not met within seconds, and nobody is called.',
    section: conditions,
  },
  {
    test: 'service/gateway/parse-paid-call.test.ts',
    rule: 'A request is one mutation with one selection, named as the path, without alias, fragment or directive.',
    section: 'docs/specification/gateway.md#request-rules',
  },
  {
    test: 'service/gateway/unrunnable-calls.stack.test.ts',
    rule: 'A call whose arguments alone show that it cannot run is 400 with the in-band error, before any price.',
    section: 'docs/specification/gateway.md#request-rules',
  },
  {
    test: 'contracts/test/LabNFT.t.sol',
    rule: 'A mint costs exactly the fee, deploys the account and names the oclId.',
    section: 'docs/specification/contracts.md#labs',
  },
  {
    test: 'contracts/test/AccessResolver.roles.t.sol',
    rule: "A contributor grants viewers only, a viewer and an outsider nobody, the contract's owner any role; revoking nothing is silent.",
    section: 'docs/specification/contracts.md#accessresolver',
  },
  {
    test: 'contracts/test/OclTokenizer.tokenize.t.sol',
    rule: 'Only the controller of a lab tokenizes it, once, and only by its signature of these terms.',
    section: tokenizer,
  },
  {
    test: 'contracts/test/OclTokenizer.issuance.t.sol',
    rule: 'Only the controller issues and caps, and a cap is permanent.',
    section: tokenizer,
  },
  {
    test: 'contracts/test/OclTokenizer.attachToken.t.sol',
    rule: 'A token of at most 18 decimals is wrapped read-only.',
    section: tokenizer,
  },
  {
    test: 'service/operations/search/search-labs.stack.test.ts',
    rule: 'Other forms of a word, an unfinished last word and a misspelt one are found; each hit once across pages; an empty prompt or an unknown filter is refused, a long one cut.',
    section: search,
  },
  {
    test: 'service/operations/search/freshness.merge.test.ts',
    rule: 'What was just written is found at once, what was deleted never.',
    section: search,
  },
  {
    test: 'service/operations/search/exact-hits.stack.test.ts',
    rule: 'exact is what the whole prompt names, never a part of it, nor what is gone.',
    section: search,
  },
  {
    test: 'service/routes/wire.stack.test.ts',
    rule: 'Accept chooses the type of the response; every 401 has a challenge and a reason; repeated headers and subscriptions are refused.',
    section: 'docs/specification/wire.md#endpoint',
  },
  {
    test: 'service/routes/graphiql-page.stack.test.ts',
    rule: 'A browser gets GraphiQL, with nothing from a CDN, and not in production.',
    section: 'docs/specification/wire.md#endpoint',
  },
  {
    test: 'service/routes/cross-origin.stack.test.ts',
    rule: 'Pages of other origins may neither ask nor read.',
    section: 'docs/specification/wire.md#endpoint',
  },
  {
    test: 'service/operations/files/path-conflicts.stack.test.ts',
    rule: 'A new path that looks like another one, or has a hidden character, is refused; of two at once one wins.',
    section: 'docs/specification/files.md#paths',
  },
  {
    test: 'packages/protocol/hidden-character.test.ts',
    rule: 'Which characters are hidden, and where joiners are legal.',
    section: 'docs/specification/files.md#paths',
  },
  {
    test: 'service/operations/files/upload.stack.test.ts',
    rule: 'Of uploads at once no more are promised room than there is; concurrent versions are numbered without gaps.',
    section: 'docs/specification/files.md#upload',
  },
  {
    test: 'service/operations/files/plaintext-hash.merge.test.ts',
    rule: 'The hash of a plaintext is shown to and found by those who may open the file now, and confirms a guess to nobody else.',
    section: 'docs/specification/files.md#hashes',
  },
  {
    test: 'service/operations/keys/key-releases.stack.test.ts',
    rule: 'Every release and refusal is recorded, and the owner alone can read it.',
    section: 'docs/specification/keys-and-conditions.md#release',
  },
  {
    test: 'service/operations/activity/on-chain-activity.stack.test.ts',
    rule: 'A wallet finds events that name it and those that it sent.',
    section: 'docs/specification/reads-and-search.md#onchain-activity',
  },
  {
    test: 'service/auth/role-matrix.stack.test.ts',
    rule: 'What each role, an expired or revoked grant, a token without a role and a scoped token may do, for every operation.',
    section: 'docs/specification/identity.md#roles',
  },
  {
    test: 'service/operations/labs/labs.stack.test.ts',
    rule: 'A page of labs has 20 by default and never more than 100.',
    section: 'docs/specification/limits.md#pages',
  },
];
