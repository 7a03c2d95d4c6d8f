import { access, appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLabChain } from '@labroom/client/chain/lab-chain.ts';
import { createLabroomClient } from '@labroom/client/client.ts';
import { CreateAnnouncementDocument, CreateLabDocument, DidLinkDocument } from '@labroom/client/documents';
import { type Payer, payAndCall } from '@labroom/client/payment/pay-and-call';
import { PaymentBudget } from '@labroom/client/payment/payment-budget';
import { devStablecoinAbi, didRegistryAbi } from '@labroom/contracts/abi';
import { didProvider, didSubjects } from '@labroom/contracts/did-link';
import { type Manifest, networkOf } from '@labroom/contracts/manifest';
import { makeToken } from '@labroom/example-labs/make-token.ts';
import { ensureWebBuild } from '@labroom/local/start/web-build.ts';
import { startAttesterEndpoint } from '@labroom/testing/attester-endpoint.ts';
import { newKey } from '@labroom/testing/public-chain.ts';
import { swapFirstOwner } from '@labroom/testing/safe.ts';
import { createPublicClient, type Hex, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitWithWallet } from '../e2e/visit-with-wallet.ts';
import { runCommand, runWithKills } from './rehearsal/command.ts';
import {
  type Program,
  startServiceProgram,
  startWebProgram,
  startWorkerProgram,
} from './rehearsal/programs.ts';
import { type Rehearsal, startRehearsal } from './rehearsal/start-rehearsal.ts';
import { catchUp, openOwner, propose } from './rehearsal/timelock.ts';

/** The commands of docs/running-on-base.md, in its order. */
const [DEPLOY, VERIFY, START, CREDENTIAL, START_ALL, READY, READ_VERIFY, IMPLEMENTATION] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;
type Change = NonNullable<Manifest['deployment']>['changes'][number];

const compose = 'docker compose -f deploy/compose.yaml --env-file deploy/labroom.env';

describe.each([
  { chainId: 84532, environment: 'staging' },
  { chainId: 8453, environment: 'production' },
] as const)('docs/running-on-base.md on chain $chainId', ({ chainId, environment }) => {
  let rehearsal: Rehearsal;
  let manifest: Manifest;
  let programs: { service: Program; worker: Program };
  let credential: string;
  let secret: { oclId: string; path: string };
  let proposed: Awaited<ReturnType<typeof propose>>;
  /** The entry of the manifest for the upgrade, as the command printed it. */
  let upgrade: Pick<Change, 'what' | 'upgrades'>;
  let changes: Change[];
  const keys = { holder: newKey(), member: newKey(), outsider: newKey() };

  beforeAll(async () => {
    rehearsal = await startRehearsal(chainId);
    await Promise.all(Object.values(keys).map(({ address }) => rehearsal.chain.fund(address)));
    await ensureWebBuild(join(rehearsal.dir, 'build.log'));
  }, longestBuildMs);
  afterAll(() => rehearsal[Symbol.asyncDispose]());

  const command = (at: number) => rehearsal.commands[at] ?? '';
  const reader = () => createPublicClient({ transport: http(rehearsal.chain.rpcUrl) });
  const network = () => networkOf(manifest, chainId);
  const labsOf = (account: (typeof keys)['holder']) =>
    openLabChain({ rpcUrl: rehearsal.chain.rpcUrl, account, network: network() });
  const client = () =>
    createLabroomClient({
      graphqlUrl: `${rehearsal.serviceUrl}/graphql`,
      chainId,
      network: network(),
      credential,
    });
  const linked = async (oclId: string) => {
    const { getDidLinkStatus } = await client().call(DidLinkDocument, { oclId });
    return getDidLinkStatus.didLinkStatus;
  };
  const activeDid = (oclId: `0x${string}`, subject: keyof typeof didSubjects) =>
    reader().readContract({
      address: manifest.contracts.didRegistry ?? '0x',
      abi: didRegistryAbi,
      functionName: 'getActiveDid',
      args: [oclId, didProvider, didSubjects[subject]],
    });
  const withChanges = (): Manifest => ({
    ...manifest,
    deployment: manifest.deployment && { ...manifest.deployment, changes },
  });
  async function startPrograms(): Promise<void> {
    const { service } = await rehearsal.environments();
    programs = {
      service: rehearsal.own(await startServiceProgram(service)),
      worker: rehearsal.own(await startWorkerProgram(service)),
    };
  }

  it('shows the plan and sends nothing', async () => {
    const before = await reader().getBlockNumber();
    const { code, output } = await runCommand(rehearsal.shell(), command(DEPLOY));
    expect([code, output]).toEqual([0, expect.stringContaining('Nothing was sent.')]);
    expect(await reader().getBlockNumber()).toBe(before);
    expect(Number(/ ether: (\d+) gas/.exec(output)?.[1])).toBeLessThan(rehearsal.documentedGas);
    await note(command(DEPLOY), output);
  });

  it('deploys, although the command is killed after each of its transactions', async () => {
    const { kills, code, output } = await runWithKills(
      rehearsal.chain.rpcUrl,
      rehearsal.shell,
      `${command(DEPLOY)} --yes`,
    );
    expect([code, output]).toEqual([0, expect.stringContaining('Deployed.')]);
    await note(`${command(DEPLOY)} --yes   # killed ${kills} times, last run:`, output);
    manifest = await rehearsal.readManifest();
    await expect(access(join(rehearsal.dir, 'contracts.json.journal'))).rejects.toThrow();
    // All transactions but that of the CREATE2 deployer are the deployer's own, and none is sent twice.
    const { address } = rehearsal.chain.keys.deployer;
    expect(await reader().getTransactionCount({ address })).toBe(kills - 1);
    const hashes = manifest.deployment?.contracts.map(({ transactionHash }) => transactionHash) ?? [];
    expect(hashes).not.toContain(null);
  });

  it('verifies the deployment', async () => {
    const { code, output } = await runCommand(rehearsal.shell(), command(VERIFY));
    expect([code, output]).toEqual([0, expect.not.stringContaining('FAILED')]);
    expect(output.match(/^ok /gm)?.length).toBeGreaterThan(45);
    await note(command(VERIFY), output);
  });

  it('executes nothing before the delay', async () => {
    // Equal code is at the address of the first one: the salt makes it another.
    const deploy = `${command(IMPLEMENTATION)} --yes --salt rehearsal`;
    const { code, output } = await runCommand(rehearsal.shell(), deploy);
    expect([code, output]).toEqual([0, expect.stringContaining('The Safe')]);
    await note(deploy, output);
    const { what, upgrades } = JSON.parse(/^\{$.*^\}$/ms.exec(output)?.[0] ?? '{}');
    upgrade = { what, upgrades };
    proposed = await propose(rehearsal.chain, manifest, {
      schedule: readCall('schedule', output),
      execute: readCall('execute', output),
    });
    await expect(proposed.upgrade.execute()).rejects.toThrow();
    await catchUp(rehearsal.chain.rpcUrl);
  });

  it('refuses to start on a manifest that does not belong to the chain, and says why', async () => {
    const { accessResolver } = manifest.contracts;
    const wrong = { ...manifest, contracts: { ...manifest.contracts, labNft: accessResolver } };
    await rehearsal.configure(JSON.stringify(wrong));
    await expect(startPrograms()).rejects.toThrow(
      /ended with 1:\nThe configuration has problems:\n {2}CONTRACTS: labNft: the code at 0x\w+ has no event OclIdentityCreated/,
    );
    const other = { ...manifest, chainId: 1 };
    await rehearsal.configure(JSON.stringify(other));
    await expect(startPrograms()).rejects.toThrow(
      `CONTRACTS: the manifest is of chain 1, but this environment uses chain ${chainId}`,
    );
  });

  it('starts service, worker and web app with the variables of deploy/labroom.env alone', async () => {
    const contracts = await readFile(join(rehearsal.dir, 'contracts.json'), 'utf8');
    await rehearsal.configure(contracts);
    expect(command(START)).toBe(`${compose} up --build --detach service-a service-b worker`);
    await startPrograms();

    const create = command(CREDENTIAL).replace(`${compose} run --rm worker `, '');
    expect(create).toMatch(/^node service\/operator\/main\.ts create-credential /);
    const { service } = await rehearsal.environments();
    const created = await runCommand({ dir: rehearsal.dir, env: service }, create);
    credential = created.output.trim();
    expect(credential).toMatch(new RegExp(`^labroom_${environment}_`));
    await note(create, created.output.replace(/[^_]+$/, '…\n'));

    expect(command(START_ALL)).toBe(`${compose} up --build --detach`);
    await rehearsal.configure(contracts, { SERVICE_CREDENTIAL: credential });
    const { web } = await rehearsal.environments();
    rehearsal.own(await startWebProgram(web, rehearsal.ports.web));
    for (const at of [READY, READ_VERIFY]) {
      const { code, output } = await runCommand(rehearsal.shell(), command(at));
      expect([code, output]).toEqual([0, expect.anything()]);
    }
    const { safe, timelock, guardian, delaySeconds } = manifest.administration ?? {};
    const page = await readFile(join(rehearsal.dir, 'verify.html'), 'utf8');
    for (const address of [safe, timelock, guardian]) expect(page).toContain(address);
    expect(page).toContain(`${Number(delaySeconds) / 3600} hours`);
  });

  it('serves labs, encrypted files, DIDs, tokens and paid calls', async () => {
    const { chain, facilitator, payTo, webUrl } = rehearsal;
    const labs = labsOf(keys.holder);
    const lab = await labs.mintLab();
    const { oclId } = lab;
    await labs.grantRole({ oclId, to: keys.member.address, role: 'VIEWER' });
    const holder = await client().signIn(keys.holder);
    const { createLab } = await holder.call(CreateLabDocument, { oclId });
    const shortname = createLab.lab?.shortname;

    await holder.upload({ oclId, target: { path: 'secret.txt' }, body: 'plain text', access: 'TEAM' });
    secret = { oclId, path: 'secret.txt' };
    const member = await client().signIn(keys.member);
    const opened = await member.download(secret);
    expect(await opened.body.text()).toBe('plain text');
    const outsider = await client().signIn(keys.outsider);
    await expect(outsider.download(secret)).rejects.toThrow();

    await expect.poll(() => linked(oclId), polling).toMatchObject({ status: 'LINKED', linkedDidCount: 2 });
    const { accountDid, dataRoomDid } = await linked(oclId);
    expect(await Promise.all([activeDid(oclId, 'account'), activeDid(oclId, 'dataRoom')])).toEqual([
      accountDid,
      dataRoomDid,
    ]);
    expect(chain.attester.attested).toHaveLength(2);

    const token = await makeToken(labs, holder.call, lab, { symbol: 'REHEARSED', supply: 100, minimum: 1 });
    expect(await reader().getCode({ address: token.address })).toBeDefined();

    const stablecoin = { address: chain.stablecoin, abi: devStablecoinAbi } as const;
    await labs.write({ ...stablecoin, functionName: 'mint', args: [keys.holder.address, 10_000n] });
    const payer: Payer = {
      gatewayUrl: `${rehearsal.serviceUrl}/${environment}`,
      network: network(),
      wallet: keys.holder,
      budget: new PaymentBudget({ perCall: 10_000n, perDay: 10_000n }),
    };
    const announcement = { oclId, headline: 'Paid for', body: 'By x402.' };
    const paid = await payAndCall(payer, CreateAnnouncementDocument, announcement);
    expect(paid.receipt).toMatchObject({ state: 'paid' });
    expect(facilitator.paths).toEqual(['/verify', '/settle']);
    expect(await reader().readContract({ ...stablecoin, functionName: 'balanceOf', args: [payTo] })).toBe(
      10_000n,
    );

    const page = await fetch(`${webUrl}/labs/${shortname}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Paid for')]);
    const visit = { url: webUrl, account: keys.member, rpcUrl: chain.rpcUrl, chainId };
    expect(await visitWithWallet(visit, `/labs/${shortname}`)).toContain('secret.txt');
  });

  it('upgrades, exchanges an attester, and hands the Safe to another owner', async () => {
    const { chain } = rehearsal;
    const upgraded = await proposed.upgrade.execute();
    const rotated = await proposed.rotation.execute();
    const proposals = [proposed.upgrade, proposed.rotation].map(({ transactionHash }) => transactionHash);
    changes = [
      ...proposals.map((transactionHash) => ({ transactionHash, what: 'proposes', upgrades: {} })),
      { transactionHash: upgraded.transactionHash, ...upgrade },
      { transactionHash: rotated.transactionHash, what: 'exchanges the data attester', upgrades: {} },
    ];
    const changed = JSON.stringify(withChanges());

    // An upgrade that the manifest does not list ends the start.
    await Promise.all([programs.service.stop(), programs.worker.stop()]);
    await expect(startPrograms()).rejects.toThrow(/CONTRACTS: AccessResolver proxy: was upgraded to 0x/);
    // The former attester is refused at the start; with the next one labs are linked again.
    await rehearsal.configure(changed, { SERVICE_CREDENTIAL: credential });
    await expect(startPrograms()).rejects.toThrow(/CONTRACTS: didRegistry\.dataAttester\(\) is 0x/);
    const attester = await startAttesterEndpoint(proposed.attester.privateKey);
    await rehearsal.configure(changed, {
      SERVICE_CREDENTIAL: credential,
      ...attester.variables('DATA_ATTESTER'),
    });
    await startPrograms();
    expect(programs.service.lines.join('\n')).not.toContain('was upgraded to');
    const member = await client().signIn(keys.member);
    expect(await (await member.download(secret)).body.text()).toBe('plain text');
    const { oclId } = await labsOf(keys.holder).mintLab();
    const holder = await client().signIn(keys.holder);
    await holder.call(CreateLabDocument, { oclId });
    await expect.poll(() => linked(oclId), polling).toMatchObject({ status: 'LINKED' });
    expect(attester.attested).toHaveLength(2);
    await attester.stop();

    const { accessResolver } = manifest.contracts;
    const owner = openOwner(chain, manifest);
    await swapFirstOwner(owner.wallet, chain.safe, keys.holder.address);
    await expect(owner.propose(accessResolver, '0x')).rejects.toThrow();
    const next = openOwner({ ...chain, signer: keys.holder }, manifest);
    const { transactionHash } = await next.propose(accessResolver, '0x');
    changes.push({ transactionHash, what: 'proposes an empty call', upgrades: {} });
  });

  it('verifies the deployment again when the manifest names the upgrade and the attester', async () => {
    const failures = async () => {
      const { code, output } = await runCommand(rehearsal.shell(), command(VERIFY));
      await note(command(VERIFY), output);
      return { code, failed: output.match(/^FAILED .*$/gm) };
    };
    const { attester } = proposed;
    const rotated = expect.stringMatching(
      `^FAILED  DidRegistry proxy\\.dataAttester\\(\\).* answers ${attester.address}$`,
    );
    const before = await failures();
    expect(before.code).toBe(1);
    expect(before.failed).toEqual(
      expect.arrayContaining([
        rotated,
        expect.stringMatching(
          /AccessResolver proxy: was upgraded to 0x\w+, which the manifest does not name/,
        ),
        ...['Upgraded', 'CallScheduled', 'CallExecuted'].map((event) =>
          expect.stringMatching(`: ${event}\\(.* is not in the manifest$`),
        ),
      ]),
    );
    const file = join(rehearsal.dir, 'contracts.json');
    await writeFile(file, JSON.stringify(withChanges()));
    expect(await failures()).toEqual({ code: 1, failed: [rotated] });
    const check = manifest.deployment?.checks.find(({ read }) => read.startsWith('dataAttester()'));
    if (check) check.expected = attester.address;
    await writeFile(file, JSON.stringify(withChanges()));
    expect(await failures()).toEqual({ code: 0, failed: null });
  });
});

const polling = { timeout: 90_000, interval: 500 };
/** A build of the web app takes minutes on a machine that does something else too. */
const longestBuildMs = 900_000;

/** Reads the call of the Safe that `deploy-implementation` shows. */
function readCall(name: string, output: string): Hex {
  const [, digits = ''] = new RegExp(`\\(${name}\\): 0x(\\w+)`).exec(output) ?? [];
  return `0x${digits}`;
}

/** Appends a command and its output to the file `REHEARSAL_TRANSCRIPT`, if it is set. */
async function note(command: string, output: string): Promise<void> {
  const file = process.env.REHEARSAL_TRANSCRIPT;
  if (file) await appendFile(file, `$ ${command}\n${output}\n`);
}
