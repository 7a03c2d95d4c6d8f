/** Rules that no client can see, or not within minutes: by section of the specification, and by the test that proves them. */
const rules: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'moderation.md#hiding': {
    'service/operations/moderation/hidden-everywhere.merge.test.ts':
      'A hidden lab is in no query, route, tool or count that does not name it, whatever is added to the schema; a report is in no answer.',
    'service/operations/moderation/hide.stack.test.ts':
      'A hidden file, announcement, release, discussion, comment or profile is in no list but for members, who read why; links to it work; pages and counts fit; it comes back as it was.',
  },
  'moderation.md#reports': {
    'service/operations/moderation/report.stack.test.ts':
      'Reports are bounded by wallet, visitor, program and subject; the same again is counted; the text commands no terminal.',
  },
  'did-linking.md#user-operation': {
    'service/operations/did/link-dids.merge.test.ts':
      'A failed attempt is back to PENDING with backoff; after 8 it is FAILED until an operator starts it again; a reorganization takes LINKED back to SUBMITTED.',
    'service/operations/did/remote-bundler.merge.test.ts':
      'User operations go to BUNDLER_URL where it is set.',
  },
  'deprecated.md#requests': {
    'service/published-writers.stack.test.ts':
      'The published writers, request by request with their own checks: public and private files, versions, and paths with a slash in answers.',
    'service/drop-in.stack.test.ts':
      'Requests of published guides, paid ones too, with the fields that they select.',
  },
  'wire.md#errors': {
    'service/routes/one-error.stack.test.ts':
      'Results, thrown errors, the gateway, public data and tools of MCP have one error object for the same fault.',
  },
  'mcp.md#clients': {
    'service/routes/mcp/stock-clients.stack.test.ts':
      'Five published clients take the answer of every tool, paid ones too, and notice one that its schema does not describe.',
  },
  'mcp.md#search-and-fetch': {
    'service/routes/mcp/find-tools.stack.test.ts':
      'search and fetch have the form that chat products read; labs, announcements and public files are resources by templates, and encrypted files are not.',
  },
  'mcp.md#data-keys': {
    'service/routes/mcp/no-key-in-transcript.stack.test.ts':
      'No key is in what a model sees of all tools, resources and prompts; without a key of the recipient nothing is sold, and the answer names labroom mcp.',
  },
  'mcp.md#authorization': {
    'service/routes/mcp/oauth.stack.test.ts':
      'A program gets a token by a signature, and the next by a refresh token, which is good once; used twice, it ends the authorization.',
  },
  'labs.md#shortnames': {
    'service/core/labs/name-labs.stack.test.ts':
      'A short name stands wherever an oclId is taken, and gives no right that the oclId would not give.',
  },
  'files.md#quota': {
    'service/operator/labroom.stack.test.ts': "An operator's command changes the limit of a lab.",
  },
  'keys-and-conditions.md#encryption': {
    'packages/client/crypto/primitives/aes-gcm.test.ts':
      'AES-256-GCM with an IV of 12 bytes and the tag appended: the known-answer vector opens.',
  },
  'reads-and-search.md#search': {
    'service/operations/search/similar-documents.stack.test.ts':
      'Results are fused with embeddings where an endpoint is configured.',
    'service/operations/search/search-labs.stack.test.ts':
      'Other forms of a word, an unfinished last word and a misspelt one are found; each hit once across pages; an empty prompt or an unknown filter is refused, a long one cut.',
    'service/operations/search/freshness.merge.test.ts':
      'What was just written is found at once, what was deleted never.',
    'service/operations/search/exact-hits.stack.test.ts':
      'exact is what the whole prompt names, never a part of it, nor what is gone.',
  },
  'contracts.md#published-addresses': {
    'contracts/networks.test.ts': 'The published addresses are configured.',
  },
  'gateway.md#prices': {
    'service/platform/config/gateway.test.ts':
      'Prices, network, asset, payee, facilitator and the lifetime of its tokens are configured; the embedded facilitator is for local alone.',
  },
  'gateway.md#outcomes': {
    'service/gateway/failure-table.merge.test.ts':
      'A call that failed or was not settled releases its claim; calls of one payer overlap; a facilitator that hangs costs five seconds; an unknown settlement is reconciled; 502, 503 and 504 by cause. A payment that is malformed, used, too late, or of another amount, asset, network, payee or kind buys nothing, and the signer alone is the payer.',
    'service/gateway/paid-transfers.stack.test.ts': 'One transfer settles one call.',
    'service/gateway/foreseen-refusals.stack.test.ts':
      'What the gateway can foresee is refused before it is charged.',
    'service/gateway/parallel-calls.stack.test.ts':
      'Stock clients call twenty times at once; 32 calls are open at most, each within the balance; an emptied wallet keeps no key.',
    'service/gateway/answers-again.stack.test.ts':
      'A cut connection costs one charge and has one effect, and the same request gets the one answer.',
    'service/gateway/unpaid-calls.stack.test.ts': 'After unpaid calls a payer waits, longer each time.',
    'service/gateway/killed-gateway.release.test.ts':
      'After a crash served claims are settled, others burned.',
  },
  'gateway.md#intent': {
    'service/routes/gateway-routes.stack.test.ts':
      'X402_REQUIRE_INTENT demands a derived nonce or a service token of the payer.',
  },
  'keys-and-conditions.md#conditions': {
    'service/chain/conditions/parse-conditions.test.ts':
      'Conditions of another shape are refused, each with the place and the fault.',
    'service/operations/keys/new-conditions.stack.test.ts':
      'Conditions that are no restriction are refused: a key twice, no :userAddress, no code, met by a random wallet.',
    'service/chain/conditions/evaluate-conditions.stack.test.ts':
      'Operators are folded from the left and skip what decides nothing; six comparators; a key selects one of several outputs.',
    'service/operations/keys/hostile-conditions.stack.test.ts':
      'A contract that reverts, loops, answers megabytes or names a URL is not met within seconds, and nobody is called.',
  },
  'gateway.md#request-rules': {
    'service/gateway/parse-paid-call.test.ts':
      'A request is one mutation with one selection, named as the path, without alias, fragment or directive.',
    'service/gateway/unrunnable-calls.stack.test.ts':
      'A call whose arguments alone show that it cannot run is 400 with the in-band error, before any price.',
  },
  'contracts.md#labs': {
    'contracts/test/LabNFT.t.sol': 'A mint costs exactly the fee, deploys the account and names the oclId.',
  },
  'contracts.md#accessresolver': {
    'contracts/test/AccessResolver.roles.t.sol':
      "A contributor grants viewers only, a viewer and an outsider nobody, the contract's owner any role; revoking nothing is silent.",
  },
  'contracts.md#tokenizer': {
    'contracts/test/OclTokenizer.tokenize.t.sol':
      'Only the controller of a lab tokenizes it, once, and only by its signature of these terms.',
    'contracts/test/OclTokenizer.issuance.t.sol':
      'Only the controller issues and caps, and a cap is permanent.',
    'contracts/test/OclTokenizer.attachToken.t.sol': 'A token of at most 18 decimals is wrapped read-only.',
  },
  'wire.md#endpoint': {
    'service/routes/wire.stack.test.ts':
      'Accept chooses the type of the response; every 401 has a challenge and a reason; repeated headers and subscriptions are refused.',
    'service/routes/graphiql-page.stack.test.ts':
      'A browser gets GraphiQL, with nothing from a CDN, and not in production.',
    'service/routes/http/cross-origin.stack.test.ts': 'Pages of other origins may neither ask nor read.',
  },
  'files.md#paths': {
    'service/core/files/path-conflicts.stack.test.ts':
      'A new path that looks like another one, or has a hidden character, is refused; of two at once one wins.',
    'packages/protocol/hidden-character.test.ts': 'Which characters are hidden, and where joiners are legal.',
  },
  'files.md#upload': {
    'service/operations/files/upload.stack.test.ts':
      'Of uploads at once no more are promised room than there is; concurrent versions are numbered without gaps.',
  },
  'files.md#hashes': {
    'service/operations/files/plaintext-hash.merge.test.ts':
      'The hash of a plaintext is shown to and found by those who may open the file now, and confirms a guess to nobody else.',
  },
  'keys-and-conditions.md#release': {
    'service/operations/keys/key-releases.stack.test.ts':
      'Every release and refusal is recorded, and the owner alone can read it.',
  },
  'reads-and-search.md#onchain-activity': {
    'service/operations/activity/on-chain-activity.stack.test.ts':
      'A wallet finds events that name it and those that it sent.',
  },
  'identity.md#roles': {
    'service/auth/role-matrix.stack.test.ts':
      'What each role, an expired or revoked grant, a token without a role and a scoped token may do, for every operation.',
  },
  'limits.md#pages': {
    'service/operations/labs/labs.stack.test.ts': 'A page of labs has 20 by default and never more than 100.',
  },
};

export const elsewhere = Object.entries(rules).flatMap(([section, proofs]) =>
  Object.entries(proofs).map(([test, rule]) => ({ test, rule, section: `docs/specification/${section}` })),
);
