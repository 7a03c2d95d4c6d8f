import { access, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import { failureOf } from '@labroom/contracts/check';
import { type Manifest, parseManifest } from '@labroom/contracts/manifest';
import { submissionsFor } from '@labroom/scripts/labroom/submissions.ts';
import { keystoreOf } from '@labroom/testing/keystore.ts';
import { type PublicChain, startPublicChain } from '@labroom/testing/public-chain.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { createPublicClient, createTestClient, http, keccak256, zeroHash } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deployContractsCommand } from './deploy-command.ts';
import { deploySuite, prepareDeployment } from './deploy-suite.ts';
import { verifyDeploymentCommand } from './verify-command.ts';
import { verifyDeployment } from './verify-deployment.ts';

let chain: PublicChain;
beforeAll(async () => {
  chain = await startPublicChain(84532);
});
afterAll(() => chain[Symbol.asyncDispose]());

async function argsOf(password: string): Promise<string[]> {
  const { rpcUrl, dir, safe, keys, options } = chain;
  await writeFile(join(dir, 'key.json'), keystoreOf(keys.deployer.privateKey, 'correct horse'));
  await writeFile(join(dir, 'password'), `${password}\n`);
  const given = {
    rpc: rpcUrl,
    chain: '84532',
    owner: safe,
    guardian: options.guardian ?? '',
    relayer: options.relayer,
    web: 'https://app.example.org',
    'data-attester': options.attesters.data,
    'service-attester': options.attesters.service,
    keystore: join(dir, 'key.json'),
    'password-file': join(dir, 'password'),
    out: options.file,
  };
  return Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
}

const reader = () => createPublicClient({ transport: http(chain.rpcUrl) });

describe('deploy-contracts', () => {
  it('shows the plan and its cost, and sends nothing without --yes', async () => {
    const before = await reader().getBlockNumber();
    const lines: string[] = [];
    await deployContractsCommand(await argsOf('correct horse'), {}, (line) => lines.push(line));
    expect(lines.join('\n')).toMatch(
      /\d+ gas {2}Deploying LabNFT(.|\n)*At most 0\.\d+ ether(.|\n)*Nothing was sent/,
    );
    // What docs/running-on-base.md tells the deployer to expect.
    const [, gas] = /At most [\d.]+ ether: (\d+) gas/.exec(lines.join('\n')) ?? [];
    expect(Number(gas)).toBeLessThanOrEqual(40_000_000);
    expect(Number(gas)).toBeGreaterThan(30_000_000);
    expect(await reader().getBlockNumber()).toBe(before);
    await expect(access(chain.options.file)).rejects.toThrow();
  });

  it('rejects a wrong password, another chain, an owner without code and equal attesters', async () => {
    const ignore = () => undefined;
    await expect(deployContractsCommand(await argsOf('wrong'), {}, ignore)).rejects.toThrow('password');
    const args = (await argsOf('correct horse')).map((arg) => (arg === '84532' ? '8453' : arg));
    await expect(deployContractsCommand(args, {}, ignore)).rejects.toThrow('serves chain 84532, not 8453');
    const { options } = chain;
    const key = options.relayer;
    await expect(prepareDeployment({ ...options, owner: key })).rejects.toThrow(`no contract at ${key}`);
    await expect(prepareDeployment({ ...options, delaySeconds: 604_800n })).rejects.toThrow('7 days');
    await expect(prepareDeployment({ ...options, attesters: { data: key, service: key } })).rejects.toThrow(
      'two different',
    );
  });

  it('rejects a stablecoin whose name is not the one that payments are signed with', async () => {
    const node = createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });
    const slot = { address: chain.stablecoin, index: 3 } as const;
    const name = (await reader().getStorageAt({ address: chain.stablecoin, slot: '0x3' })) ?? zeroHash;
    await node.setStorageAt({ ...slot, value: zeroHash });
    await expect(prepareDeployment(chain.options)).rejects.toThrow(
      /The stablecoin 0x\w+ has the EIP-712 domain separator 0x\w+, but name "" and version "2" give 0x/,
    );
    await node.setStorageAt({ ...slot, value: name });
    await prepareDeployment(chain.options);
  });

  it('deploys with an encrypted key file, and the deployment verifies', async () => {
    const lines: string[] = [];
    const args = [...(await argsOf('correct horse')), '--yes'];
    await deployContractsCommand(args, {}, (line) => lines.push(line));

    const manifest = parseManifest(await readFile(chain.options.file, 'utf8'));
    expect(manifest).toMatchObject({
      chainId: 84532,
      administration: { delaySeconds: 172_800, guardian: chain.options.guardian },
      stablecoin: { name: 'USD Coin', version: '2', decimals: 6 },
    });
    expect(manifest.administration?.safe.toLowerCase()).toBe(chain.safe);
    expect(manifest.startBlock).toBeLessThan(Number(await reader().getBlockNumber()));
    for (const { transactionHash } of manifest.deployment?.contracts ?? [])
      expect((await reader().getTransactionReceipt({ hash: transactionHash ?? '0x' })).status).toBe(
        'success',
      );
    const { passed, failed } = await verifyDeployment(chain.rpcUrl, manifest);
    expect(failed).toEqual([]);
    expect(passed.length).toBeGreaterThan(45);
    await expect(access(`${chain.options.file}.journal`)).rejects.toThrow();
  });

  it('sends nothing when it is repeated, and single quotes in an env file hold the manifest', async () => {
    const first = parseManifest(await readFile(chain.options.file, 'utf8'));
    const before = await reader().getBlockNumber();
    const file = join(chain.dir, 'again.json');
    const again = await deploySuite({ ...chain.options, file, title: "Base's Sepolia" });
    expect(again.contracts).toEqual(first.contracts);
    const { CONTRACTS = '' } = parseEnv(`CONTRACTS='${await readFile(file, 'utf8')}'`);
    expect(parseManifest(CONTRACTS)).toEqual(again);
    expect(await reader().getBlockNumber()).toBe(before);
    await expect(deploySuite(chain.options)).rejects.toThrow('exists already');
  });
});

describe('verify-deployment', () => {
  const manifest = async () => parseManifest(await readFile(chain.options.file, 'utf8'));
  const changed = async (change: (deployment: NonNullable<Manifest['deployment']>) => void) => {
    const copy = await manifest();
    if (copy.deployment) change(copy.deployment);
    return (await verifyDeployment(chain.rpcUrl, copy)).failed;
  };

  it('finds other code, other arguments of a constructor, upgrades and other settings', async () => {
    const at = (deployment: NonNullable<Manifest['deployment']>, name: string) => {
      const found = deployment.contracts.find((contract) => contract.name === name);
      if (!found) throw new Error(`no ${name}`);
      return found;
    };
    const code = await changed((deployment) => {
      at(deployment, 'LabNFT').codeHash = keccak256('0x01');
    });
    expect(code).toEqual([expect.stringMatching(/^LabNFT at .*not the code in the manifest$/)]);
    const argument = await changed((deployment) => {
      at(deployment, 'RelayerAccount').constructorArguments = `0x${'00'.repeat(32)}`;
    });
    expect(argument).toEqual([
      expect.stringMatching(/^RelayerAccount at .*lists other arguments of its constructor$/),
      expect.stringMatching(/^RelayerAccount at .*the constructor had other arguments$/),
    ]);
    for (const name of ['OclTokenizerPolicy proxy', 'OclTermsPermissioner', 'LabToken']) {
      const created = await changed((deployment) => {
        const contract = at(deployment, name);
        contract.constructorArguments = `0x${contract.constructorArguments.slice(2).replace(/[1-9a-f]/g, '2')}`;
      });
      expect(created).toContainEqual(
        expect.stringMatching(`^${name} at .*lists other arguments of its constructor$`),
      );
    }
    const other = await changed((deployment) => {
      at(deployment, 'LabNFT').contract = 'OnChainLabFactory';
    });
    expect(other.join('\n')).toContain('besides its immutables');
    const policy =
      (await manifest()).deployment?.contracts.find(({ name }) => name === 'OclTokenizerPolicy')?.address ??
      '0x';
    const unknown = await changed((deployment) => {
      deployment.contracts = deployment.contracts.filter(({ address }) => address !== policy);
    });
    expect(unknown).toEqual(['OclTokenizerPolicy: the manifest does not list it']);
    const setting = await changed((deployment) => {
      const check = deployment.checks.find(({ name }) => name.includes('relayer()'));
      if (check) check.expected = chain.safe;
    });
    expect(setting).toEqual([expect.stringContaining('DidRegistry proxy.relayer()')]);
  });

  it('submits every contract of this project with the sources that it was compiled from', async () => {
    const submitted = new Map<string, { contractIdentifier: string; stdJsonInput: { sources: object } }>();
    const server = await listen(
      createServer(async (request, response) => {
        if (request.method === 'POST')
          submitted.set(String(request.url?.split('/').at(-1)), JSON.parse(await text(request)));
        response.statusCode = request.method === 'POST' ? 202 : 200;
        response.end(
          JSON.stringify({ verificationId: '1', isJobCompleted: true, contract: { match: 'match' } }),
        );
      }),
    );
    onTestFinished(server.close);
    const lines: string[] = [];
    const args = ['--contracts', chain.options.file, '--rpc', chain.rpcUrl, '--sourcify', server.url];
    const print = (line: string) => lines.push(line);
    expect(await verifyDeploymentCommand(args, {}, print, submissionsFor)).toBe(0);

    const { deployment } = await manifest();
    const omitted = /^Not submitted.*: (.*)$/m.exec(lines.join('\n'))?.[1]?.split(', ') ?? [];
    expect(omitted.sort()).toEqual([
      'AccessResolver proxy',
      'DidRegistry proxy',
      'ERC6551Registry',
      'EntryPoint',
      'TimelockController',
    ]);
    for (const { name, contract, address } of deployment?.contracts ?? []) {
      if (omitted.includes(name)) continue;
      const [source = '', compiled] = submitted.get(address)?.contractIdentifier.split(':') ?? [];
      expect(compiled).toBe(contract);
      expect(Object.keys(submitted.get(address)?.stdJsonInput.sources ?? {})).toContain(source);
    }
  }, 120_000);

  it('knows a getter that is missing or answers nothing', async () => {
    const { contracts } = await manifest();
    const check = { name: 'x', read: 'nothing() view returns (address)', args: [], expected: '0x' };
    expect(await failureOf(reader(), { ...check, address: contracts.labNft })).toContain(
      'does not answer nothing()',
    );
    expect(await failureOf(reader(), { ...check, address: chain.keys.data.address })).toContain(
      'does not answer',
    );
  });
});
