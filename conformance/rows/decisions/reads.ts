import { group } from '../group.ts';

export const decidedReads = [
  group('Lists and search', 'docs/specification/reads-and-search.md#search', {
    'decided.reads.activities': '`activities` also returns `pageInfo`; page 0, perPage 20 by default',
    'decided.reads.perPage': 'at most 100 a page in `labs`, `labActivity`, `activities`, `searchLabs`',
    'decided.reads.onChainLimit': 'at most 200 rows in `onChainActivity`',
    'decided.reads.emptyPrompt': 'an empty prompt is `VALIDATION_FAILED`',
    'decided.reads.longPrompt': 'a prompt over 2,000 characters is cut',
    'decided.reads.filters': 'OR within a filter list, AND across lists',
    'decided.reads.unknownFilter': 'an unknown kind or level is `VALIDATION_FAILED`',
    'decided.reads.labXor': 'both or neither of `oclId` and `shortname`: thrown `INVALID_INPUT`',
    'decided.reads.files': '`dataRoom.files` lists every file',
    'decided.reads.filesPage': '`filesPage(page, perPage, prefix, search)`',
    'decided.reads.fileAdditions':
      '`contentHash contentLength createdAt updatedAt changeBy encryptionMetadata versions`',
    'decided.reads.noWrappedKey': '`encryptedDek` is not shown',
    'decided.reads.plaintextHash':
      "the plaintext's hash only for callers who may open the file, and with the key; lookups by it likewise",
    'decided.reads.labAdditions': '`image`, `externalUrl`, `mintedAt`',
    'decided.reads.byKinds': '`FILE`, `ANNOUNCEMENT`',
    'decided.reads.searchCredential': '`searchLabs` needs the consumer credential only',
    'decided.reads.search': 'stemming, prefix and typo tolerance over every text',
    'decided.reads.embeddings': 'fused with embeddings where an endpoint is configured',
    'decided.reads.onChainOrder': '`onChainActivity` is newest first',
    'decided.reads.onChainXor': 'neither or both of `oclId`, `wallet`: thrown `INVALID_INPUT`',
    'decided.reads.onChainWallet': "`wallet` matches address arguments and the transaction's sender",
    'decided.reads.labsOrder': '`labs`: latest contribution first, then oclId',
    'decided.reads.labsSearch': '`search` on name, shortname, description',
    'decided.reads.cms':
      'one content source, asked once per request and only when selected; unreachable: `null`',
  }),
  group('Sources of members', 'docs/specification/members.md', {
    'decided.members.ONCHAIN_EVENT': 'the LabNFT holder',
    'decided.members.MULTISIG_RESOLUTION': 'an owner of the Safe that holds it',
    'decided.members.ACCESS_RESOLVER_EVENT': 'a role granted and seen as an event',
    'decided.members.ACCESS_CONTRACT': 'a role or signer read from the contract itself',
    'decided.members.strongest': 'the strongest role wins',
  }),
] as const;
