import type { Arguments } from './walk-schema.ts';

/** GraphQL literals of the arguments of every query that needs some: of one lab and one wallet where it takes them. */
export function queryArguments({
  oclId,
  wallet: address,
}: {
  oclId: string;
  wallet: string;
}): Record<string, Arguments[]> {
  const [o, wallet] = [`"${oclId}"`, `"${address}"`];
  const page = { page: '0', perPage: '3' };
  const none = '"00000000-0000-4000-8000-000000000000"';
  return {
    labs: [page],
    labWithDataRoomAndFiles: [{ oclId: o }],
    labActivity: [{ oclId: o, ...page }],
    activities: [page, { after: '"0"', ...page }, { after: '"0"', oclId: o, ...page }],
    announcement: [{ oclId: o, id: none }],
    activityGroups: [page, { oclId: o, ...page }],
    activityGroup: [{ oclId: o, number: '1' }],
    accessQuestions: [{ oclId: o }],
    authorizationRequest: [{ request: '{ clientId: "none", redirectUri: "none" }' }],
    accessRequests: [{ oclId: o, ...page }],
    accessRequest: [{ id: `"0x${'00'.repeat(32)}"` }],
    blockedAskers: [{ oclId: o }],
    invitation: [{ id: none }],
    invitations: [{ oclId: o }],
    threads: [{ oclId: o, ...page }],
    thread: [{ oclId: o, id: none }],
    fileReviews: [{ oclId: o, ref: '"none"' }],
    listLabMembers: [{ oclId: o }],
    getDidLinkStatus: [{ oclId: o }],
    onChainActivity: [{ oclId: o }, { wallet }],
    labToken: [{ oclId: o }],
    dataRoomFile: [{ oclId: o, path: '"none"' }],
    fileChunks: [{ oclId: o, ref: '"none"', version: '1' }],
    filesByContentHash: [{ contentHash: `"sha256:${'0'.repeat(64)}"` }],
    searchLabs: [{ prompt: '"yield"', ...page }],
    labChanges: [{ oclId: o, since: '"2020-01-01T00:00:00.000Z"', ...page }],
    releases: [{ oclId: o, ...page }],
    inbox: [{ page: '0', perPage: '5' }],
    release: [{ did: '"none"' }],
    releaseManifest: [{ did: '"none"' }],
    trash: [{ oclId: o }],
    uploadParts: [{ oclId: o, uploadToken: '"none"', numbers: '[1]' }],
    keyReleases: [{ oclId: o, page: '0', perPage: '100' }],
    encryptedVersions: [{ oclId: o, page: '0', perPage: '100' }],
    keyRecipients: [{ oclId: o, refs: '["none"]' }],
    keyReleaseDays: [{ oclId: o }],
    profile: [{ wallet }],
    profiles: [{ wallets: `[${wallet}]` }],
    resolveName: [{ name: '"guess.eth"' }],
    labSpending: [{ oclId: o, wallet }],
    foresee: [{ operation: 'decryptDataKey', variables: '"{}"', wallet }],
    getServiceSignInMessage: [{ walletAddress: wallet, serviceName: '"guess"' }],
    getOclTermsMessage: [{ agreementKey: '"none"', contentHash: '"none"', labId: '"1"', chainId: '31337' }],
  };
}
