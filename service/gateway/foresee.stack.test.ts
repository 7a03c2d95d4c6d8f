import { readMutation } from '@labroom/client/api/read-mutation.ts';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  DecryptDataKeyDocument,
  FinishCreateOrUpdateFileDocument,
  ForeseeDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '@labroom/client/documents';
import { networks } from '@labroom/contracts/networks';
import { post, refusalOf, resultOf, textOf } from '@labroom/testing/test-client.ts';
import { encryptFor, teamConditions, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { callGateway, callsOf, UNKNOWN_LAB } from '@labroom/testing/test-gateway.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { finish, initiate, put, sent, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq, sql } from 'drizzle-orm';
import type { DocumentNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import { uploads } from '../platform/db/tables/files.ts';
import { labs } from '../platform/db/tables/labs.ts';

const service = await openTestService();
const [owner, outsider] = await Promise.all([fundedWallet(), fundedWallet()]);
const lab = await registeredLab(service, owner);
const outsiderToken = (await as(service, lab, outsider)).token;
await uploadFile(service, lab, 'open', { path: 'open.txt' });
await uploadSecret(service, lab, 'secret', { path: 'secret.txt' });

interface Call {
  document: DocumentNode;
  variables: Record<string, unknown>;
  /** Default: the owner of the lab. */
  by?: { wallet: string; token: string };
}

const asOutsider = () => ({ wallet: outsider.address, token: outsiderToken });

/** Asks in both ways, which must agree. */
async function foreseen({ document, variables, by = lab }: Call) {
  const { mutation, args } = readMutation(document, variables);
  const asked = { operation: mutation, variables: JSON.stringify(args), wallet: by.wallet };
  const { foresee: answer } = (await post(service, ForeseeDocument, asked)).body.data;
  const { status, body } = await callGateway(service, {
    mutation: `${mutation}/foresee`,
    body: { query: textOf(document), variables, payerAddress: by.wallet },
  });
  if (status === 200) {
    const { code = null, reason = null, message = null, predicates = null, ...others } = body;
    expect({ code, reason, message, predicates, ...others }).toEqual(answer);
  } else {
    // An error of the body alone is the same error here.
    expect([status, body.errors[0].errorInfo.reason ?? null]).toEqual([400, answer.reason]);
  }
  return answer;
}

const run = ({ document, variables, by = lab }: Call) => resultOf(service, document, variables, by.token);

const create = (oclId: string): Call => ({ document: CreateLabDocument, variables: { oclId } });
const start = (changes: object = {}): Call => ({
  document: InitiateCreateOrUpdateFileDocument,
  variables: { oclId: lab.oclId, contentType: 'text/csv', contentLength: 10, ...changes },
});
const announce = (changes: object = {}): Call => ({
  document: CreateAnnouncementDocument,
  variables: { oclId: lab.oclId, headline: 'Title', body: 'Text', ...changes },
});
const decrypt = (changes: object = {}): Call => ({
  document: DecryptDataKeyDocument,
  variables: { oclId: lab.oclId, filePath: 'secret.txt', ...changes },
});
const end = (uploadToken: string, changes: object = {}): Call => ({
  document: FinishCreateOrUpdateFileDocument,
  variables: {
    ...{ oclId: lab.oclId, uploadToken, path: 'new.txt', accessLevel: 'PUBLIC', changeBy: lab.wallet },
    ...changes,
  },
});
const encryptedEnd = async (changes: object = {}): Promise<Call> => {
  const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, 'secret');
  return end(await sent(service, lab, ciphertext), {
    accessLevel: 'ADMIN',
    encryptionMetadata: { ...encryptionMetadata, ...changes },
  });
};
const byOutsider = (call: Call): Call => ({ ...call, by: asOutsider() });

async function withLab<T>(changes: Partial<typeof labs.$inferInsert>, work: () => Promise<T>): Promise<T> {
  const { db } = service.context;
  const [before] = await db.select().from(labs).where(eq(labs.oclId, lab.oclId));
  const where = eq(labs.oclId, lab.oclId);
  await db.update(labs).set(changes).where(where);
  try {
    return await work();
  } finally {
    const { storedBytes, textBytes } = before as typeof labs.$inferSelect;
    await db.update(labs).set({ storedBytes, textBytes }).where(where);
  }
}

async function expired(): Promise<string> {
  const token = await sent(service, lab, 'bytes');
  await service.context.db.update(uploads).set({ expiresAt: sql`now() - interval '1 hour'` });
  return token;
}

const zeroes = networks[31337].contracts.accessResolver.replace(/.{4}$/, 'dead');

type Row = [string, () => Call | Promise<Call>, string, string[]];
const rows: Row[] = [
  ['createLab of an unknown lab', () => create(UNKNOWN_LAB), 'OCL_NOT_FOUND', ['CALLER']],
  ['createLab of a registered lab', () => create(lab.oclId), 'PROJECT_CONFLICT', []],
  [
    "createLab of somebody else's lab",
    async () => byOutsider(create((await mintLab(owner)).oclId)),
    'UNAUTHORIZED',
    ['OWNER'],
  ],
  ['createLab with a malformed id', () => create('0x00'), 'INVALID_OCL_ID', ['CALLER']],
  ['initiate by an outsider', () => byOutsider(start()), 'UNAUTHORIZED', ['OWNER']],
  [
    'initiate in a lab that is not registered',
    async () => start({ oclId: (await mintLab(owner)).oclId }),
    'LAB_NOT_REGISTERED',
    ['OWNER'],
  ],
  ['initiate in an unknown lab', () => start({ oclId: UNKNOWN_LAB }), 'OCL_NOT_FOUND', ['CALLER']],
  ['announcement by an outsider', () => byOutsider(announce()), 'UNAUTHORIZED', ['OWNER']],
  [
    'announcement with a file of another lab',
    () => announce({ attachments: ['did:a:b'] }),
    'UNKNOWN_ATTACHMENT',
    ['CALLER'],
  ],
  ['decrypt by an outsider', () => byOutsider(decrypt()), 'ACCESS_CONDITIONS_NOT_MET', ['OWNER']],
  ['decrypt of a public file', () => decrypt({ filePath: 'open.txt' }), 'NOT_ENCRYPTED', ['CALLER']],
  ['decrypt of a missing file', () => decrypt({ filePath: 'none' }), 'FILE_NOT_FOUND', ['CALLER']],
  ['decrypt of a missing version', () => decrypt({ version: 9 }), 'FILE_NOT_FOUND', ['CALLER']],
  ['decrypt in an unknown lab', () => decrypt({ oclId: UNKNOWN_LAB }), 'OCL_NOT_FOUND', ['CALLER']],
  ['decrypt with a path and a DID', () => decrypt({ ref: 'did:a:b' }), 'PATH_XOR_REF', ['CALLER']],
  [
    'finish without bytes',
    async () => end((await initiate(service, lab, 5)).uploadToken),
    'UPLOAD_INCOMPLETE',
    ['CALLER'],
  ],
  [
    'finish of too few bytes',
    async () => {
      const upload = await initiate(service, lab, 5);
      await put({ ...upload, headers: upload.headers }, 'more than five');
      return end(upload.uploadToken);
    },
    'UPLOAD_INCOMPLETE',
    ['CALLER'],
  ],
  [
    'finish at an occupied path',
    async () => end(await sent(service, lab, 'bytes'), { path: 'open.txt' }),
    'PATH_OCCUPIED',
    ['CALLER'],
  ],
  [
    'finish at a path that looks like another',
    async () => end(await sent(service, lab, 'bytes'), { path: '\u043epen.txt' }),
    'CONFUSABLE_PATH',
    ['CALLER'],
  ],
  [
    'finish of a version of a missing file',
    async () => end(await sent(service, lab, 'bytes'), { path: null, ref: 'did:a:b' }),
    'FILE_NOT_FOUND',
    ['CALLER'],
  ],
  ['finish of an expired upload', async () => end(await expired()), 'UPLOAD_TOKEN_EXPIRED', ['CALLER']],
  [
    "finish of somebody else's upload",
    async () => byOutsider(end(await sent(service, lab, 'bytes'), { changeBy: outsider.address })),
    'UNAUTHORIZED',
    ['OWNER'],
  ],
  [
    'finish by another wallet than the caller',
    async () => end(await sent(service, lab, 'bytes'), { changeBy: outsider.address }),
    'CHANGE_BY_MISMATCH',
    ['CALLER'],
  ],
  [
    'finish of a finished upload',
    async () => {
      const token = await sent(service, lab, 'bytes');
      await finish(service, lab, token, { path: 'finished.txt' });
      return end(token, { path: 'otherwise.txt' });
    },
    'UPLOAD_ALREADY_FINISHED',
    ['CALLER'],
  ],
  [
    'finish with an unknown key',
    () => encryptedEnd({ encryptedDek: Buffer.from('unknown').toString('base64') }),
    'UNKNOWN_DATA_KEY',
    ['CALLER'],
  ],
  [
    'finish encrypted by another wallet',
    () => encryptedEnd({ encryptedBy: outsider.address }),
    'ENCRYPTED_BY_MISMATCH',
    ['CALLER'],
  ],
  [
    'finish with conditions of no contract',
    () =>
      encryptedEnd({
        accessControlConditions: teamConditions(lab.oclId).replace(
          networks[31337].contracts.accessResolver,
          zeroes,
        ),
      }),
    'INVALID_CONDITIONS',
    ['CALLER'],
  ],
];

describe('a call that would be refused is foreseen with the code, reason and message of the refusal:', () => {
  test.each(rows)('%s', async (_, make, reason, kinds) => {
    const call = await make();
    const answer = await foreseen(call);
    const result = await run(call);
    const refusal = refusalOf(result);
    expect([answer.runs, answer.code, answer.reason]).toEqual([false, refusal.code, reason]);
    expect([refusal.reason, answer.message]).toEqual([reason, result.error.message]);
    expect(answer.changeableBy.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
  });

  test('a full lab, by its storage and by its texts', async () => {
    await withLab({ storedBytes: service.context.config.limits.storagePerLab }, async () => {
      const answer = await foreseen(start());
      expect(answer).toMatchObject({ runs: false, reason: 'QUOTA_EXCEEDED' });
      expect(answer.message).toBe((await run(start())).error.message);
      expect(answer.changeableBy.map(({ kind }: { kind: string }) => kind)).toEqual([
        'CONTRIBUTOR',
        'OPERATOR',
      ]);
    });
    const full = end(await sent(service, lab, 'bytes'), { description: 'x'.repeat(100) });
    await withLab({ textBytes: 500_000_000 }, async () => {
      for (const call of [announce(), full]) {
        const answer = await foreseen(call);
        expect([answer.reason, answer.message]).toEqual(['QUOTA_EXCEEDED', (await run(call)).error.message]);
      }
    });
  });
});

describe('a call that is foreseen to run runs:', () => {
  test.each<[string, () => Call | Promise<Call>]>([
    ['createLab', async () => create((await mintLab(owner)).oclId)],
    ['initiateCreateOrUpdateFile', () => start()],
    ['createAnnouncement', () => announce()],
    ['decryptDataKey', () => decrypt()],
    ['finishCreateOrUpdateFile', async () => end(await sent(service, lab, 'bytes'), { path: 'f.txt' })],
    ['finishCreateOrUpdateFile, encrypted', () => encryptedEnd({})],
  ])('%s', async (_, make) => {
    const call = await make();
    const answer = await foreseen(call);
    const { network, asset } = service.context.config.gateway;
    expect(answer).toEqual({
      ...{
        runs: true,
        code: null,
        reason: null,
        message: null,
        predicates: null,
        changeableBy: [],
        requiresIntent: false,
      },
      ...{ price: String(PRICE), network, asset },
    });
    expect((await run(call)).error).toBeNull();
    // A finish may be repeated, and says so.
    if (call.document === FinishCreateOrUpdateFileDocument) expect((await foreseen(call)).runs).toBe(true);
  });

  test('generateDataEncryptionKey of any wallet', async () => {
    const call = { document: GenerateDataEncryptionKeyDocument, variables: {}, by: asOutsider() };
    expect((await foreseen(call)).runs).toBe(true);
    expect((await run(call)).error).toBeNull();
  });
});

test('who can change it is named with addresses, and the conditions as in the refusal', async () => {
  const call = byOutsider(decrypt());
  const answer = await foreseen(call);
  expect(answer.changeableBy).toEqual([{ kind: 'OWNER', addresses: [owner.address.toLowerCase()] }]);
  expect(answer.predicates).toEqual(JSON.parse((await run(call)).error.details).predicates);
});

test('foreseeing writes nothing and returns no key', async () => {
  const { db } = service.context;
  const counts = async () => {
    const tables = ['key_releases', 'uploads', 'files', 'data_keys', 'labs', 'announcements', 'event_log'];
    const { rows: found } = await db.execute(
      sql.raw(tables.map((table) => `select count(*)::int from ${table}`).join(' union all ')),
    );
    return found;
  };
  const calls = [decrypt(), byOutsider(decrypt()), start(), announce(), await encryptedEnd()];
  const before = await counts();
  for (const call of calls) expect(JSON.stringify(await foreseen(call))).not.toMatch(/plaintext|dek|token"/i);
  expect(await counts()).toEqual(before);
  expect(await callsOf(service, owner)).toEqual([]);
});

test('the answer has the challenge of the call, with its signed offer', async () => {
  const body = { query: textOf(GenerateDataEncryptionKeyDocument), payerAddress: owner.address };
  const mutation = 'generateDataEncryptionKey';
  const answer = await callGateway(service, { mutation: `${mutation}/foresee`, body });
  const { required } = await callGateway(service, { mutation, body });
  expect([answer.status, answer.required]).toEqual([200, required]);
  expect(required?.extensions).toHaveProperty('offer-receipt');
});

test('a question without a wallet, or with variables that are none, is refused as such', async () => {
  const body = { query: textOf(GenerateDataEncryptionKeyDocument) };
  const named = { mutation: 'generateDataEncryptionKey/foresee', body };
  expect((await callGateway(service, named)).body.errors[0].errorInfo.reason).toBe('PAYER_UNKNOWN');
  const wrong = await callGateway(service, { ...named, body: { ...body, payerAddress: 'me' } });
  expect([wrong.status, wrong.body.errors[0].errorInfo.reason]).toEqual([400, 'INVALID_ADDRESS']);
  const asked = { operation: 'createLab', wallet: owner.address };
  for (const variables of ['', '[]', '1', '{'])
    expect((await post(service, ForeseeDocument, { ...asked, variables })).body.errors[0].errorType).toBe(
      'VALIDATION_FAILED',
    );
  for (const variables of [{}, { input: { oclId: 1 } }, { input: { oclId: lab.oclId }, more: 1 }]) {
    const { body: answered } = await post(service, ForeseeDocument, {
      ...asked,
      variables: JSON.stringify(variables),
    });
    expect(answered.data.foresee).toMatchObject({ runs: false, code: 'VALIDATION_FAILED' });
  }
});
