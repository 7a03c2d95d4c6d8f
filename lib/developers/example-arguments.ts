import type { operations } from '#lib/developers/api-reference.generated.ts';
import type { Operation } from '#lib/developers/operation.ts';

/** An existing lab with one of its files, so that the examples run unchanged. */
export interface Sample {
  chainId: number;
  oclId: string;
  shortname: string;
  labNftTokenId: string;
  wallet: string;
  /** `null` if the lab has no file. */
  file: { path: string; did: string; contentHash: string } | null;
}

export type Arguments = Readonly<Record<string, unknown>>;
type OperationName = (typeof operations)[number]['name'];

/** Used if there is no lab. */
export const invented: Sample = {
  chainId: 31337,
  oclId: `0x${'01'.repeat(32)}`,
  shortname: 'my-lab',
  labNftTokenId: '1',
  wallet: `0x${'11'.repeat(20)}`,
  file: null,
};

const inventedFile = {
  path: 'results/assay.csv',
  did: 'did:odf:from-dataRoomFile',
  contentHash: `sha256:${'0'.repeat(64)}`,
};

const requestId = `0x${'03'.repeat(32)}`;
const exampleId = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const exampleComment = { id: '6ba7b811-9dad-41d1-80b4-00c04fd430c8', body: 'Is row 7 a **duplicate**?' };

/**
 * Example arguments of an operation: chosen ones, or else every required argument, by name. Values that come from an
 * earlier call are placeholders in angle brackets.
 * @throws Error for a required argument without an example
 */
export function exampleArguments(
  { name, arguments: inputs }: Pick<Operation, 'name' | 'arguments'>,
  sample: Sample,
): Arguments {
  const chosen = (chosenArguments(sample) as Record<string, Arguments>)[name];
  if (chosen) return chosen;
  const values = argumentsByName(sample);
  return Object.fromEntries(
    inputs
      .filter(({ isRequired }) => isRequired)
      .map((input) => {
        if (!(input.name in values)) throw new Error(`There is no example of the argument ${input.name}`);
        return [input.name, values[input.name]];
      }),
  );
}

function argumentsByName({ oclId, wallet, file }: Sample): Arguments {
  const { path, did, contentHash } = file ?? inventedFile;
  return {
    consumerId: '0a1b2c3d4e5f',
    oclId,
    number: 1,
    name: 'ada.base.eth',
    refs: [did],
    since: '2026-01-01T00:00:00.000Z',
    did: `did:odf:fed01${'02'.repeat(32)}`,
    path,
    ref: did,
    contentHash,
    page: 0,
    perPage: 10,
    walletAddress: wallet,
    wallet,
    wallets: [wallet],
    questions: ['What will you use the data for?'],
    isBlocked: true,
    required: true,
    issuedAt: '2026-01-01T00:00:00.000Z',
    signature: '<signature of the typed data>',
    request: {
      clientId: '<client_id of the program>',
      redirectUri: 'http://127.0.0.1:7000/callback',
      responseType: 'code',
      codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      codeChallengeMethod: 'S256',
      resource: 'https://<service>/mcp',
    },
    serviceName: 'my program',
    tokenId: '<tokenId of generateServiceToken>',
    contentType: 'image/png',
    headline: 'New results',
    body: 'The second plate confirms the first.',
    id: exampleId,
    threadId: exampleId,
    version: 1,
    comment: exampleComment,
  };
}

/** Arguments for operations whose required arguments alone would be a poor example. */
function chosenArguments(sample: Sample): Partial<Record<OperationName, Arguments>> {
  const { chainId, oclId, shortname, labNftTokenId, wallet } = sample;
  const { path, did, contentHash } = sample.file ?? inventedFile;
  const newPath = 'results/assay-2.csv';
  return {
    labs: { perPage: 5 },
    labWithDataRoomAndFiles: { shortname },
    activities: { perPage: 10 },
    onChainActivity: { oclId, limit: 10 },
    searchLabs: { prompt: 'assay' },
    keyReleases: { oclId, perPage: 10 },
    serviceTokens: { onlyLive: true },
    markInboxRead: { ids: ['<id of inbox>'] },
    report: { input: { kind: 'LAB', oclId, reason: 'SPAM', text: 'The same advertisement in 40 files.' } },
    accessRequest: { id: requestId },
    withdrawAccessRequest: { id: requestId },
    follow: { input: { lab: oclId } },
    unfollow: { id: '<id of follow>' },
    mute: { input: { noticeKind: 'MENTIONED_BY_UNKNOWN_LAB' } },
    unmute: { id: '<id of mutes>' },
    setNoticeMail: { address: 'ada@lab.example', frequency: 'DAILY' },
    setNoticePush: {
      endpoint: 'https://push.example/<subscription>',
      keys: { p256dh: '<p256dh of the browser>', auth: '<auth of the browser>' },
    },
    webhooks: { oclId },
    createWebhook: { oclId, url: 'https://lab.example/labroom', filter: 'FILE' },
    deleteWebhook: { oclId, id: '<id of webhooks>' },
    rotateWebhookSecret: { oclId, id: '<id of webhooks>' },
    replayWebhook: { oclId, id: '<id of webhooks>', after: '0' },
    getOclTermsMessage: {
      agreementKey: '<agreementKey of generateOclMembershipAgreement>',
      contentHash: '<agreementContentHash of the same>',
      labId: labNftTokenId,
      chainId,
    },
    createLab: { input: { oclId } },
    setProfile: {
      input: {
        wallet,
        name: 'Ada Lovelace',
        orcid: '0000-0002-1825-0097',
        affiliation: 'Analytical Society',
        website: 'https://ada.example',
        issuedAt: '2026-01-01T00:00:00.000Z',
      },
      signature: '<signature of the typed data Profile>',
    },
    authorizeClient: {
      input: {
        wallet,
        request: argumentsByName(sample).request,
        expiresIn: '1d',
        issuedAt: '2026-01-01T00:00:00.000Z',
      },
      signature: '<signature of the typed data Authorization>',
    },
    issueConsumerCredential: {
      input: {
        wallet,
        label: 'My notebook',
        mutations: [],
        expiresAt: '2026-07-01T00:00:00.000Z',
        issuedAt: '2026-01-01T00:00:00.000Z',
      },
      signature: '<signature of the typed data Credential>',
    },
    requestAccess: {
      input: {
        wallet,
        oclId,
        role: 'VIEWER',
        until: '2027-01-01T00:00:00.000Z',
        promise: '<promise of accessQuestions>',
        answers: [],
        issuedAt: '2026-01-01T00:00:00.000Z',
      },
      signature: '<signature of the typed data AccessRequest>',
    },
    invitation: { id: '00000000-0000-4000-8000-000000000000' },
    createInvitation: {
      input: {
        oclId,
        role: 'VIEWER',
        uses: 5,
        expiresAt: '2026-01-15T00:00:00.000Z',
        secretAddress: wallet,
      },
    },
    revokeInvitation: { oclId, id: '<id of createInvitation>' },
    declineAccessRequest: {
      input: {
        wallet,
        id: '<id of accessRequests>',
        reason: 'Ask again after the review.',
        issuedAt: '2026-01-01T00:00:00.000Z',
      },
      signature: '<signature of the typed data AccessDecline>',
    },
    setLabReadiness: {
      oclId,
      input: {
        level: 4,
        rationale: 'Validated in the laboratory.',
        scores: [{ criterion: 'Evidence', score: 7 }],
      },
    },
    addLabTodo: { oclId, input: { text: 'Replicate round three', dueOn: '2026-12-31' } },
    updateLabTodo: { oclId, id: '<id of addLabTodo>', input: { completed: true } },
    deleteLabTodo: { oclId, id: '<id of addLabTodo>' },
    updateLabNftMetadata: { oclId, input: { externalUrl: 'https://lab.example' } },
    initiateCreateOrUpdateFile: { oclId, contentType: 'text/csv', contentLength: 1024 },
    uploadParts: { oclId, uploadToken: '<uploadToken of initiateCreateOrUpdateFile>', numbers: [1, 2] },
    cancelUpload: { oclId, uploadToken: '<uploadToken of initiateCreateOrUpdateFile>' },
    finishCreateOrUpdateFile: {
      oclId,
      uploadToken: '<uploadToken of initiateCreateOrUpdateFile>',
      path: newPath,
      accessLevel: 'PUBLIC',
      changeBy: wallet,
    },
    addFiles: {
      oclId,
      accessLevel: 'PUBLIC',
      changeBy: wallet,
      files: [{ path: newPath, contentType: 'text/csv', content: 'cGxhdGUscmVhZGluZwoxLDAuNAo=' }],
    },
    generateDataEncryptionKeys: { count: 2 },
    updateFileMetadata: { oclId, ref: did, accessLevel: 'PUBLIC', description: 'Second plate, repeated.' },
    moveEntry: { oclId, moves: [{ from: path, to: newPath }] },
    trashEntry: { oclId, paths: [path] },
    restoreEntry: { oclId, entries: [{ id: '<id of trash or trashEntry>' }] },
    saveFileView: {
      oclId,
      ref: did,
      view: { encoding: 'windows-1252', separator: 'semicolon', numbers: '1.234,5' },
    },
    restoreFileVersion: { oclId, ref: did, version: 1 },
    createRelease: { oclId, name: 'Preprint', description: 'Everything that the preprint cites.' },
    updateFileVersionNote: { oclId, ref: did, version: 1, changeNote: 'Column unit corrected.' },
    changeFileVersionAccess: {
      oclId,
      uploadToken: '<uploadToken of initiateCreateOrUpdateFile>',
      ref: did,
      version: 1,
      replaces: contentHash,
      contentHash,
      accessLevel: 'PUBLIC',
      changeBy: wallet,
    },
    shareFiles: { oclId, files: [{ ref: did, versions: [{ version: 1, contentHash }] }] },
    threads: { oclId },
    createThread: { oclId, input: { id: exampleId, ref: did, version: 1, comment: exampleComment } },
    createFolder: { oclId, path: 'results/2026' },
    deleteDataRoomFile: { oclId, path: newPath, changeBy: wallet },
    decryptDataKey: { oclId, filePath: path },
    foresee: {
      operation: 'decryptDataKey',
      variables: JSON.stringify({ oclId, filePath: path }),
      wallet,
    },
    generateServiceToken: {
      serviceName: 'my program',
      walletAddress: wallet,
      messageSignature: '<signature of the message of getServiceSignInMessage>',
      expiresIn: '30d',
    },
    extendServiceToken: { tokenId: '<tokenId of generateServiceToken>', expiresIn: '90d' },
    revokeAllServiceTokens: {
      walletAddress: wallet,
      messageSignature: '<signature of the message of getServiceSignInMessage for revokeAllServiceTokens>',
    },
    generateOclMembershipAgreement: {
      agreementData: JSON.stringify({ oclId, symbol: 'LAB', title: 'Lab token' }),
    },
  };
}
