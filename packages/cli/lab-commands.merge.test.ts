import { execFile } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AccessRequestDocument, CreateReleaseDocument, LabMembersDocument } from '@labroom/client/documents';
import { startKmsEndpoint } from '@labroom/testing/aws-kms-endpoint.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { declineAccessRequest, newRequest, signedDecline } from '@labroom/testing/test-access-request.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine } from './cli.fixture.ts';

const run = promisify(execFile);
let service: TestService;
let owner: Machine;
let lab: RegisteredLab;
let key: string[];
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
  await owner.login(service.url);
  await owner.json('init', lab.shortname);
  await owner.write('open.txt', 'open');
  await owner.json('up', '--access', 'public', '--yes');
  await owner.write('team.txt', 'team');
  expect(await owner.json('up', '--yes')).toMatchObject({ code: 0, uploaded: ['team.txt'] });
  key = ['--password-file', join(owner.home, 'password'), '--rpc', requireStack('rpcUrl')];
});
afterAll(async () => {
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

test('a key in AWS KMS signs in, without leaving it', async () => {
  const kms = await startKmsEndpoint();
  try {
    const env = {
      AWS_ENDPOINT_URL_KMS: kms.endpoint,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
    };
    await using machine = await createMachine({ env });
    const signedIn = await machine.json('login', '--service', service.url, '--kms-key', 'lab-key');
    expect(signedIn).toMatchObject({ code: 0, wallet: kms.addressOf('lab-key') });
    expect(await machine.json('ls', '--lab', lab.shortname)).toMatchObject({ code: 0 });
    const refused = await machine.json('login', '--service', service.url, '--kms-key', 'rsa-key');
    expect(refused).toMatchObject({
      code: 1,
      error: { message: expect.stringContaining('ECC_SECG_P256K1') },
    });
  } finally {
    await kms.stop();
  }
});

describe('roles', () => {
  test('are given with an end and taken by transactions, and shown with the file that they open', async () => {
    await using reader = await createMachine();
    const wallet = reader.account.address;
    await reader.login(service.url);
    const asked = await owner.run('grant', wallet, 'viewer', ...key);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const granted = await owner.json('grant', wallet, 'viewer', '--until', '2099-12-31', '--yes', ...key);
    expect(granted).toMatchObject({ code: 0, wallet, until: '2099-12-31T23:59:59.000Z' });
    await indexChain(service.context);
    const shown = await owner.json('who', 'team.txt');
    expect(shown).toMatchObject({ code: 0, accessLevel: 'ADMIN', recipients: [] });
    expect(shown.members).toContainEqual(
      expect.objectContaining({
        wallet: wallet.toLowerCase(),
        role: 'VIEWER',
        until: '2099-12-31T23:59:59.000Z',
      }),
    );
    expect(await owner.json('who', 'open.txt')).toMatchObject({ accessLevel: 'PUBLIC', members: [] });

    await reader.json('init', lab.shortname);
    expect(await reader.json('down', '--yes')).toMatchObject({
      code: 0,
      downloaded: ['open.txt', 'team.txt'],
    });
    const { recipients } = await owner.json('who', 'team.txt');
    expect(recipients).toMatchObject([{ wallet: wallet.toLowerCase() }]);

    expect(await owner.json('revoke', wallet, '--yes', ...key)).toMatchObject({ code: 0, wallet });
    await indexChain(service.context);
    const { listLabMembers } = await lab.client.call(LabMembersDocument, { oclId: lab.oclId });
    expect(listLabMembers.members).toHaveLength(1);
  });

  test.each([
    ['2020-01-01', 'future'],
    ['2027-02-30', 'date'],
    ['tomorrow', 'date'],
    ['2999-01-01', '100 years'],
  ])('until %s are refused before anything is signed', async (until, reason) => {
    const { address } = await fundedWallet();
    const { code, error } = await owner.json('grant', address, 'viewer', '--until', until, '--yes', ...key);
    expect({ code, error }).toMatchObject({ code: 2, error: { message: expect.stringContaining(reason) } });
  });
});

describe('verify', () => {
  test('finds the version that a file is, and no version for another content', async () => {
    const known = await owner.json('verify', 'team.txt', 'open.txt');
    expect(known).toMatchObject({
      code: 0,
      files: [
        { matches: [{ path: 'team.txt', version: 1, isNewest: true }] },
        { matches: [{ path: 'open.txt' }] },
      ],
    });
    await writeFile(join(owner.home, 'other.txt'), 'other');
    expect(await owner.json('verify', '../other.txt')).toMatchObject({ code: 5, files: [{ matches: [] }] });
  });

  test('compares a folder with a release: with its record, by download, and after a change', async () => {
    const { createRelease } = await lab.client.call(CreateReleaseDocument, {
      oclId: lab.oclId,
      name: 'First',
    });
    const did = createRelease.release?.did ?? '';
    const verdicts = (machine: Machine) => machine.json('verify', '--release', did);
    const same = [
      { path: 'open.txt', verdict: 'same' },
      { path: 'team.txt', verdict: 'same' },
    ];
    expect(await verdicts(owner)).toMatchObject({ code: 0, isManifestValid: true, files: same });

    await using other = await createMachine({ privateKey: owner.privateKey });
    await other.login(service.url);
    await other.write('open.txt', 'open');
    await other.write('team.txt', 'team');
    expect(await verdicts(other)).toMatchObject({ code: 0, files: same });
    await appendFile(join(other.folder, 'team.txt'), '!');
    expect(await verdicts(other)).toMatchObject({
      code: 5,
      files: [same[0], { path: 'team.txt', verdict: 'different' }],
    });

    await using outsider = await createMachine();
    await outsider.login(service.url);
    await outsider.write('team.txt', 'guess');
    expect(await verdicts(outsider)).toMatchObject({
      code: 5,
      files: [{ verdict: 'missing' }, { verdict: 'unopened' }],
    });
  });

  test('tells a signed decision from a forged one', async () => {
    const site = new URL(service.context.config.http.webUrl).host;
    const request = await newRequest(service, lab.oclId, await fundedWallet());
    const args = await signedDecline(lab.owner, request, 'Not now.', { site });
    expect((await declineAccessRequest(service, args)).error).toBeNull();
    const { accessRequest } = await lab.client.call(AccessRequestDocument, { id: request.id });
    const verifyRecords = async (records: object) => {
      await owner.write('../records.json', JSON.stringify(records));
      return owner.json('verify', '--decision', '../records.json');
    };
    const valid = { request: 'valid', decision: 'valid' };
    expect(await verifyRecords([accessRequest])).toMatchObject({ code: 0, verified: [valid] });
    const decision = { ...accessRequest?.decision, reason: 'Of course.' };
    expect(await verifyRecords({ ...accessRequest, decision })).toMatchObject({ code: 5 });
    expect(await verifyRecords({ hello: 'world' })).toMatchObject({ code: 2 });
  });
});

describe('cite', () => {
  test('names version and hash in every format', async () => {
    const { stdout } = await owner.run('cite', 'open.txt');
    expect(stdout).toMatch(
      /open\.txt \(version 1\) \[Data set\]\. did:.*sha256:[0-9a-f]{64}\. http.*version=1\n$/,
    );
    expect((await owner.run('cite', 'open.txt', '--format', 'bibtex')).stdout).toMatch(/^@misc\{/);
    const csl = JSON.parse((await owner.run('cite', 'open.txt', '--format', 'csl')).stdout);
    expect(csl).toMatchObject([{ type: 'dataset', version: '1', number: expect.stringContaining('did:') }]);
    expect(await owner.json('cite', 'open.txt', '--version', '7')).toMatchObject({ code: 1 });
  });
});

test('open prints the page of a file', async () => {
  const { url } = await owner.json('open', 'team.txt');
  expect(url).toMatch(new RegExp(`^http://[^/]+/labs/${lab.shortname}/files\\?file=team\\.txt$`));
});

test('the completion script of bash is one, and completes commands and options', async () => {
  const { stdout } = await owner.run('completion', 'bash');
  const complete = (words: string) =>
    run('bash', [
      '-c',
      `${stdout}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _labroom; echo "\${COMPREPLY[@]}"`,
    ]);
  expect((await complete('labroom sy')).stdout).toBe('sync\n');
  expect((await complete('labroom sync --keep')).stdout).toBe('--keep-both\n');
});
