import { createHash } from 'node:crypto';
import { capturedStatements } from '@labroom/testing/captured-queries.ts';
import { depth } from '@labroom/testing/depth.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { queryArguments } from '@labroom/testing/query-arguments.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { ask, type Proof, post } from '@labroom/testing/test-client.ts';
import { decryptDataKey, teamConditions, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { type Author, announce, deleteFile, sha256, updateFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { type Arguments, askForEverything, introspect } from '@labroom/testing/walk-schema.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startFaultyNode } from '#chain/faulty-node.fixture.ts';
import { recordConditions } from '#core/keys/condition-sets.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';
import { numberEvents } from '../activity/number-events.ts';

const node = await startFaultyNode(requireStack('rpcUrl'));
const service = await openTestService({ insertsRows: true, rpcUrl: node.rpcUrl });
const lab = await registeredLab(service);
const other = await registeredLab(service);
afterAll(() => node.stop());

async function secretAt(path: string, plaintext: string, conditions?: string, more = {}) {
  const finished = await uploadSecret(service, lab, plaintext, { path, ...more }, conditions);
  expect(finished.error).toBeNull();
  return finished.datasetId as string;
}

const stated = (plaintext: string) => `sha256-${sha256(plaintext)}`;

const FILE = `query($o: String!, $p: String!) { dataRoomFile(oclId: $o, path: $p) {
  encryptionMetadata { contentHash } versions { encryptionMetadata { contentHash } } } }`;
async function hashesOf(path: string, proof: Proof = {}) {
  const { dataRoomFile } = await ask(service, FILE, { o: lab.oclId, p: path }, proof);
  return [dataRoomFile, ...dataRoomFile.versions].map((one) => one.encryptionMetadata.contentHash);
}

const LOOKUP = `query($hash: String!, $lab: String) { filesByContentHash(contentHash: $hash, oclId: $lab) {
  path matchedBy } }`;
async function find(plaintext: string, proof: Proof = {}, inLab?: string) {
  const variables = { hash: stated(plaintext), lab: inLab };
  return (await ask(service, LOOKUP, variables, proof)).filesByContentHash;
}

/**
 * Number of SQL statements and node calls of a request. Requests for the head do not count, because concurrent
 * evaluations share one.
 */
async function costOf(run: () => Promise<unknown>) {
  const before = node.asked.length;
  const statements = await capturedStatements(service.context.db, run);
  const requests = node.asked.slice(before).filter((method) => method !== 'eth_blockNumber');
  return { statements: statements.length, node: requests };
}

describe('the hash of a plaintext', () => {
  const content = 'melting point 42.7';
  let colleague: Author & { token: string };
  beforeAll(async () => {
    await secretAt('mp.txt', content);
    colleague = await as(service, lab, await fundedWallet());
  });

  test('is shown to and found by callers who meet the conditions now, and nobody else', async () => {
    const shown = {
      fields: [stated(content), stated(content)],
      found: [{ path: 'mp.txt', matchedBy: 'STATED_PLAINTEXT' }],
    };
    const hidden = { fields: [null, null], found: [] };
    const seenBy = async (proof: Proof) => ({
      fields: await hashesOf('mp.txt', proof),
      found: await find(content, proof, lab.oclId),
    });
    expect(await seenBy(lab.token)).toEqual(shown);
    for (const proof of [{}, other.token, colleague.token, 'not a token'])
      expect(await seenBy(proof)).toEqual(hidden);
    const grant = { oclId: lab.oclId, to: colleague.wallet as `0x${string}` };
    await grantRole(lab.owner, { ...grant, role: 'VIEWER' });
    expect(await seenBy(colleague.token)).toEqual(shown);
    await revokeRole(lab.owner, lab.oclId, grant.to);
    expect(await seenBy(colleague.token)).toEqual(hidden);
  });

  test('is found without naming the lab by its members, by callers who requested a key, and by token holders', async () => {
    expect(await find(content, lab.token)).toHaveLength(1);
    const viewer = await as(service, lab, await fundedWallet());
    await grantRole(lab.owner, { oclId: lab.oclId, to: viewer.wallet as `0x${string}`, role: 'VIEWER' });
    await decryptDataKey(service, viewer, { filePath: 'mp.txt' });
    expect(await find(content, viewer.token)).toHaveLength(1);
    const indexed = await as(service, lab, await fundedWallet());
    await grantRole(lab.owner, { oclId: lab.oclId, to: indexed.wallet as `0x${string}`, role: 'VIEWER' });
    await indexChain(service.context);
    expect(await find(content, indexed.token)).toHaveLength(1);
  });

  test('is not recorded as a key release', async () => {
    const query = `{ keyReleases(oclId: "${lab.oclId}") { totalCount } }`;
    const count = async () => (await ask(service, query, {}, lab.token)).keyReleases.totalCount;
    const before = await count();
    await hashesOf('mp.txt', lab.token);
    await find(content, lab.token);
    expect(await count()).toBe(before);
  });

  test('stays hidden while the chain cannot be read, and a lookup fails', async () => {
    const unread = vi
      .spyOn(service.context.chain.node, 'getBlockNumber')
      .mockRejectedValue(new Error('down'));
    try {
      expect(await hashesOf('mp.txt', lab.token)).toEqual([null, null]);
      for (const plaintext of [content, 'another'])
        expect(
          (await post(service, LOOKUP, { hash: stated(plaintext) }, lab.token)).body.errors,
        ).toMatchObject([{ errorType: 'UPSTREAM_UNAVAILABLE' }]);
    } finally {
      unread.mockRestore();
    }
  });
});

describe('a list of files', () => {
  const LIST = `query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { dataRoom { files { path
    encryptionMetadata { contentHash } versions { encryptionMetadata { contentHash } } } } } }`;
  /** Conditions with the same effect and different text. */
  const variant = (n: number) => teamConditions(lab.oclId).replace(/^\[/, `[${' '.repeat(n)}`);

  /** Copies a file with other conditions and another hash, without an upload. */
  async function copyOf(model: string, n: number) {
    const { db } = service.context;
    const ofModel = and(eq(files.oclId, lab.oclId), eq(files.path, model));
    const joined = db.select().from(files).innerJoin(fileVersions, eq(fileVersions.fileId, files.id));
    const [found] = await joined.where(ofModel);
    if (!found?.file_versions.encryption) throw new Error(`There is no encrypted ${model}`);
    const { id, ...file } = found.files;
    const copy = { ...file, did: `${file.did}-${n}`, path: `other/${n}.txt` };
    const [inserted] = await db.insert(files).values(copy).returning();
    const { encryption, ...version } = found.file_versions;
    const own = { contentHash: stated(`other ${n}`), accessControlConditions: variant(n) };
    await db.insert(fileVersions).values({
      ...version,
      fileId: inserted?.id ?? id,
      objectKey: `${version.objectKey}-${n}`,
      encryption: { ...encryption, ...own },
    });
    await db.transaction((tx) => recordConditions(tx, lab.oclId, own));
  }

  test('evaluates each distinct set of conditions once, within the budget of a request', async () => {
    for (let n = 0; n < 3; n += 1) await secretAt(`same/${n}.txt`, `same ${n}`);
    const listed = async () => {
      const { labWithDataRoomAndFiles } = await ask(service, LIST, { o: lab.oclId }, lab.token);
      return labWithDataRoomAndFiles.dataRoom.files.map(
        (file: Record<string, never>) => file.encryptionMetadata,
      );
    };
    const calls = async () => (await costOf(listed)).node.filter((method) => method === 'eth_call').length;
    expect(await calls()).toBe(1);
    for (let n = 1; n <= 34; n += 1) await copyOf('same/0.txt', n);
    expect(await calls()).toBe(32);
    const hashes = (await listed()).map(({ contentHash }: { contentHash: string | null }) => contentHash);
    expect(hashes.filter((hash: string | null) => hash === null)).toHaveLength(3);
    // A lookup has the same budget and evaluates the latest eight sets of a lab.
    expect(await find('other 34', lab.token)).toHaveLength(1);
    expect(await find('other 1', lab.token)).toEqual([]);
  });
});

describe('a guess', () => {
  const GUESSES = Array.from({ length: depth.hashGuesses }, (_, n) => `yield: ${(n / 10).toFixed(1)} %`);
  const RIGHT = GUESSES[12] as string;
  let callers: [string, Proof][];

  beforeAll(async () => {
    await indexChain(service.context);
    const outsider = await as(service, lab, await fundedWallet());
    callers = [
      ['nobody', {}],
      ['an outsider', outsider.token],
      // The lab's owner; the conditions name another team.
      ['the owner', lab.token],
    ];
    const closed = teamConditions(other.oclId);
    const about = { description: 'Yield', tags: ['yield'], contentText: 'the yield of the third run' };
    const did = await secretAt('guess/yield.txt', RIGHT, closed, about);
    await uploadSecret(service, lab, `${RIGHT}\n`, { ref: did }, closed);
    await secretAt('guess/gone.txt', RIGHT, closed, about);
    await secretAt('guess/newest.txt', RIGHT, closed, about);
    for (const { error } of [
      await updateFile(service, lab, { ref: did, accessLevel: 'ADMIN', description: 'The yield' }),
      await announce(service, lab, { headline: 'Yield', attachments: [did] }),
      await deleteFile(service, lab, 'guess/gone.txt'),
    ])
      expect(error).toBeNull();
    for (const [, proof] of callers) {
      if (typeof proof !== 'string') continue;
      const author = { ...lab, token: proof };
      expect((await decryptDataKey(service, author, { ref: did })).error.code).toBe('UNAUTHORIZED');
    }
  });

  test('among many is confirmed by no query, download or log', { timeout: 600_000 }, async () => {
    await numberEvents(service.context);
    const schema = await introspect(service);
    const o = `"${lab.oclId}"`;
    const page = { page: '0', perPage: '3' };
    const args: Record<string, Arguments[]> = {
      ...queryArguments(lab),
      labActivity: ['0', '1', '2'].map((page) => ({ oclId: o, page, perPage: '4' })),
      activities: [
        { page: '0', perPage: '4' },
        { page: '1', perPage: '4' },
        { after: '"0"', oclId: o, perPage: '4' },
      ],
      activityGroups: ['0', '1', '2'].map((page) => ({ oclId: o, page, perPage: '2' })),
      dataRoomFile: [
        { oclId: o, path: '"guess/yield.txt"' },
        { oclId: o, path: '"guess/newest.txt"' },
      ],
      searchLabs: [
        { prompt: '"yield"', ...page },
        { prompt: `"${RIGHT}"`, ...page },
      ],
      foresee: ['guess/yield.txt', 'guess/newest.txt', 'none'].map((filePath) => ({
        operation: 'decryptDataKey',
        variables: JSON.stringify(JSON.stringify({ oclId: lab.oclId, filePath })),
        wallet: `"${lab.wallet}"`,
      })),
    };
    for (const [caller, proof] of callers) {
      const answers = await askForEverything(service, schema, args, proof);
      const downloads = [...new Set(answers.join('').match(/http[^"\\]*\/storage\/[^"\\]*/g))];
      expect(downloads.length, caller).toBeGreaterThan(0);
      for (const url of downloads) answers.push(await (await fetch(url)).text());
      expect({ caller, confirmed: confirmedBy(answers.join('\n')) }).toEqual({ caller, confirmed: [] });
    }
    expect(confirmedBy(service.logLines.join('\n'))).toEqual([]);
  });

  test('gets the same response as a wrong guess from every lookup and search, at the same cost', async () => {
    const alias = (guess: string, n: number) => {
      const hash = sha256(guess);
      return `a${n}: filesByContentHash(contentHash: "sha256-${hash}") { path }`;
    };
    for (const [caller, proof] of callers) {
      for (let start = 0; start < GUESSES.length; start += 20) {
        const guesses = GUESSES.slice(start, start + 20);
        const found = await ask(service, `{ ${guesses.map(alias).join(' ')} }`, {}, proof);
        expect({ caller, found: Object.values(found).flat() }).toEqual({ caller, found: [] });
      }
      for (const plaintext of [RIGHT, 'not a guess']) {
        const hex = sha256(plaintext);
        const searched = await ask(
          service,
          `{ stored: filesByContentHash(contentHash: "sha256:${hex}") { path }
            named: filesByContentHash(contentHash: "sha256-${hex}", oclId: "${lab.oclId}") { path }
            labs(search: "${hex}") { totalCount } searchLabs(prompt: "${hex}") { totalCount }
            labWithDataRoomAndFiles(oclId: "${lab.oclId}") { dataRoom { filesPage(search: "${hex}") { totalCount } } } }`,
          {},
          proof,
        );
        expect(searched).toEqual({
          stored: [],
          named: [],
          labs: { totalCount: 0 },
          searchLabs: { totalCount: 0 },
          labWithDataRoomAndFiles: { dataRoom: { filesPage: { totalCount: 0 } } },
        });
      }
      for (const inLab of [undefined, lab.oclId]) {
        const right = await costOf(() => find(RIGHT, proof, inLab));
        expect({ caller, ...right }).toEqual({ caller, ...(await costOf(() => find('none', proof, inLab))) });
      }
    }
    // A caller who meets the conditions still finds it.
    expect(await find(RIGHT, other.token, lab.oclId)).toHaveLength(2);
    expect(confirmedBy(service.logLines.join('\n'))).toEqual([]);
  });

  /** The guesses whose SHA-256 occurs in a text: the first sixteen hex digits, or Base64. */
  function confirmedBy(text: string): string[] {
    const lower = text.toLowerCase();
    return GUESSES.filter((guess) => {
      const hash = createHash('sha256').update(guess).digest();
      const hex = hash.toString('hex').slice(0, 16);
      return (
        lower.includes(hex) ||
        ['base64', 'base64url'].some((form) => text.includes(hash.toString(form as 'base64').slice(0, 40)))
      );
    });
  }
});
