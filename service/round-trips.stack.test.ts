import { AddFilesDocument } from '@labroom/client/documents';
import { signIn } from '@labroom/testing/actors.ts';
import { type Sent, statementCounter } from '@labroom/testing/captured-queries.ts';
import { startCountingStore } from '@labroom/testing/counting-store.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { ask, resultOf } from '@labroom/testing/test-client.ts';
import { decryptDataKey, encryptFor, generateKey } from '@labroom/testing/test-encryption.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { finish, initiate, put, sent } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { afterAll, expect, test } from 'vitest';
import { startFaultyNode } from '#chain/faulty-node.fixture.ts';
import { S3Storage } from './platform/storage/s3-storage.ts';

/** Sequential requests of an operation to other systems. */
interface RoundTrips extends Pick<Sent, 'underLock'> {
  /** Including those that begin and end transactions, and one for consumer and token. */
  statements: number;
  /** HTTP requests to the chain's node, by their methods. */
  node: string[];
  /** HTTP requests to the object storage. */
  store: string[];
}

const BYTES = 'sixteen bytes ..';
const node = await startFaultyNode(requireStack('rpcUrl'));
const store = await startCountingStore();
const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
const { endpoint } = store;
const storage = new S3Storage({
  endpoint,
  region: 'us-east-1',
  bucket: 'labs',
  credentials,
  publicBaseUrl: endpoint,
});
const service = await openTestService({ rpcUrl: node.rpcUrl, overrides: { storage } });
const statements = statementCounter(service.context.db);
const lab = await registeredLab(service);
await indexChain(service.context);
afterAll(() => Promise.all([node.stop(), store.close()]));

async function countTrips(run: () => Promise<unknown>): Promise<RoundTrips> {
  const [before, seen, stored] = [statements(), node.asked.length, store.requests.length];
  await run();
  const sent = statements();
  return {
    statements: sent.statements - before.statements,
    underLock: {
      statements: sent.underLock.statements - before.underLock.statements,
      roundTrips: sent.underLock.roundTrips - before.underLock.roundTrips,
    },
    node: node.asked.slice(seen),
    store: store.requests.slice(stored),
  };
}

/** Calls a mutation that must succeed. */
async function mutate(field: string, args: string): Promise<void> {
  const data = await ask(service, `mutation { ${field}(${args}) { error { code message } } }`, {}, lab.token);
  if (data[field].error) throw new Error(data[field].error.message);
}

async function succeeds(result: Promise<{ error: unknown }>): Promise<void> {
  expect((await result).error).toBeNull();
}

/**
 * More of any of these makes an operation slower. Changes show in the diff of the snapshot, which `npx vitest run <this
 * file> --update` writes. Each operation runs twice and is counted the second time, with warm caches.
 */
test('requests of each operation to the database, the node and the object storage', async () => {
  const of = `oclId: "${lab.oclId}"`;
  const trips: Record<string, RoundTrips> = {};
  for (const time of [1, 2]) {
    const path = `${time}.txt`;
    const measure = async (name: string, run: () => Promise<unknown>) => {
      trips[name] = await countTrips(run);
    };
    const minted = await mintLab(lab.owner);
    await measure('createLab', () => mutate('createLab', `input: { oclId: "${minted.oclId}" }`));
    await measure('updateLabNftMetadata', () =>
      mutate('updateLabNftMetadata', `${of}, input: { name: "Lab ${time}" }`),
    );
    const outsider = await fundedWallet();
    await measure('signing in', () => signIn(service, outsider));

    const upload = await initiate(service, lab, BYTES.length);
    await measure('initiateCreateOrUpdateFile', () => initiate(service, lab, BYTES.length));
    await measure('an upload to the storage', () => put(upload, BYTES));
    await measure('finishCreateOrUpdateFile, a new file', () =>
      succeeds(finish(service, lab, upload.uploadToken, { path })),
    );
    const files = Array.from({ length: 3 }, (_, at) => ({
      path: `${time}/${at}.txt`,
      contentType: 'text/plain',
      content: '',
    }));
    const many = { oclId: lab.oclId, accessLevel: 'PUBLIC', changeBy: lab.wallet, files };
    await measure('addFiles, three files', () =>
      succeeds(resultOf(service, AddFilesDocument, many, lab.token)),
    );
    const { dataRoomFile } = await ask(service, `{ dataRoomFile(${of}, path: "${path}") { did } }`);
    const next = await sent(service, lab, BYTES);
    await measure('finishCreateOrUpdateFile, a new version', () =>
      succeeds(finish(service, lab, next, { ref: dataRoomFile.did })),
    );
    await measure('updateFileMetadata', () =>
      mutate(
        'updateFileMetadata',
        `${of}, ref: "${dataRoomFile.did}", accessLevel: "PUBLIC", description: "D"`,
      ),
    );
    await measure('dataRoomFile with its URL', () =>
      ask(service, `{ dataRoomFile(${of}, path: "${path}") { downloadUrl } }`),
    );
    await measure('createAnnouncement', () =>
      mutate('createAnnouncement', `${of}, headline: "H", body: "B", attachments: ["${dataRoomFile.did}"]`),
    );
    await measure('deleteDataRoomFile', () =>
      mutate('deleteDataRoomFile', `${of}, path: "${path}", changeBy: "${lab.wallet}"`),
    );

    await measure('generateDataEncryptionKey', () => generateKey(service, lab.token));
    const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, 'secret');
    const secret = await sent(service, lab, ciphertext);
    const filePath = `${time}.secret`;
    await measure('finishCreateOrUpdateFile, encrypted', () =>
      succeeds(finish(service, lab, secret, { path: filePath, accessLevel: 'HOLDERS', encryptionMetadata })),
    );
    await measure('decryptDataKey', () => succeeds(decryptDataKey(service, lab, { filePath })));
    await measure('labs with their members', () =>
      ask(service, '{ labs { nodes { name members { walletAddress } } } }'),
    );
  }
  for (const name of ['initiateCreateOrUpdateFile', 'dataRoomFile with its URL'])
    expect(trips[name]?.store).toEqual([]);
  await expect(`${JSON.stringify(trips, null, 2)}\n`).toMatchFileSnapshot('./round-trips.json');
});
