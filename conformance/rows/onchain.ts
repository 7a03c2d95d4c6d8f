import { group } from './group.ts';

export const onchain = [
  group('States of DID linking', 'docs/specification/did-linking.md#states', {
    'states.did.null': '`null` before the first attempt',
    'states.did.PENDING': 'queued by `createLab`, by itself',
    'states.did.SUBMITTED': 'user operation sent',
    'states.did.LINKED': 'both links seen onchain',
    'states.did.FAILED': 'given up',
  }),
  group('States of tokenization', 'docs/specification/tokenization.md#states', {
    'states.tokenization.tokenize':
      '`tokenize()` by the controller with a valid signature: an IPT with the initial supply',
    'states.tokenization.attachToken':
      '`attachToken()` with an existing ERC-20: a read-only wrapped token, nothing minted',
    'states.tokenization.again': '`tokenize()` again reverts `AlreadyTokenized()`',
    'states.tokenization.issue': '`issue()` by the controller mints more to the receiver',
    'states.tokenization.cap': '`cap()` by the controller freezes issuance for good',
    'states.tokenization.notController': '`tokenize()` by anybody else reverts `MustControlLab()`',
  }),
  group('States of registration', 'docs/specification/labs.md#registration', {
    'states.registration.create': '`createLab` registers a lab that exists onchain; DID linking begins',
    'states.registration.again': '`createLab` again is `CONFLICT`, `PROJECT_CONFLICT`',
  }),
  group('States of service tokens and files', 'docs/specification/identity.md#service-tokens', {
    'states.token.issued': 'a valid signature gives a JWT and a `tokenId`',
    'states.token.extended': 'extending returns a new JWT',
    'states.token.revoked': 'revoking returns `revokedAt`',
    'states.token.revokedAgain':
      'revoking again is `CONFLICT`, `ALREADY_REVOKED`, with the original `revokedAt`',
    'states.file.path': 'finishing with `path` registers a new file, version 1',
    'states.file.ref': 'finishing with `ref` registers a new version',
    'states.file.metadata': '`updateFileMetadata` makes no version',
    'states.file.delete': '`deleteDataRoomFile` removes the file permanently',
  }),
  group('Contract interface', 'docs/specification/contracts.md#tokenizer', {
    'contracts.terms': 'the terms text is signed byte for byte by EIP-191 and rebuilt onchain',
    'contracts.tokenize':
      '`tokenize(labId, amount, symbol, s3Key, contentHash, signature)`; name `Lab Tokens of Lab #<labId>`',
    'contracts.attachToken': '`attachToken(labId, s3Key, contentHash, signature, tokenContract)`',
    'contracts.issue': '`issue(labToken, amount, receiver)`, controller only',
    'contracts.cap': '`cap(labToken)`, controller only, permanent',
    'contracts.mint': '`mintAndCreateAccount(to)` mints for exactly `mintFeeWei()`, else it reverts',
    'contracts.OclIdentityCreated': 'event of the LabNFT contract with `account`, `oclId`, `tokenId` indexed',
    'contracts.AccountProvisioned': 'event of the factory, without the `oclId`',
    'contracts.oclId.version': 'byte 1 is `0x01`',
    'contracts.oclId.namespace': 'byte 2 is `0x01`',
    'contracts.oclId.tokenId': '10 bytes, big-endian',
    'contracts.oclId.account': '20 bytes, the bound account',
  }),
] as const;
