import { randomBytes } from 'node:crypto';
import type { Manifest } from '@labroom/contracts/manifest';
import { deploySuite } from '@labroom/deploy/deploy-suite';
import { startKmsEndpoint } from '@labroom/testing/aws-kms-endpoint.ts';
import { environmentOn, type PublicChain, startPublicChain } from '@labroom/testing/public-chain.ts';
import { createTestDatabase } from '@labroom/testing/test-database.ts';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  keccak256,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startInstallation } from '#operator/installation/start-installation.ts';
import { loadConfiguration } from '#platform/config/configure.ts';
import { verifyContracts } from './verify-contracts.ts';

const secret = () => randomBytes(32).toString('base64');

let chain: PublicChain;
let manifest: Manifest;
beforeAll(async () => {
  chain = await startPublicChain(84532);
  manifest = await deploySuite(chain.options);
}, 60_000);
afterAll(() => chain[Symbol.asyncDispose]());

const verify = async (
  change: Partial<Manifest['contracts']> = {},
  deployment = manifest.deployment,
  administration = manifest.administration,
) => {
  const node = createPublicClient({ transport: http(chain.rpcUrl) });
  const { relayer, data, service } = chain.keys;
  return verifyContracts(
    node,
    { ...manifest, deployment, administration, contracts: { ...manifest.contracts, ...change } },
    { relayer: relayer.address, data: data.address, service: service.address },
  );
};

describe('verifyContracts', () => {
  it('accepts a deployment', async () => {
    expect(await verify()).toEqual({ errors: [], warnings: [] });
  });

  it('warns when there are no code hashes to compare with', async () => {
    const { errors, warnings } = await verify({}, null);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('no code hashes')]);
  });

  it('names a contract without code', async () => {
    const accessResolver = chain.keys.data.address;
    expect((await verify({ accessResolver })).errors).toEqual([
      `accessResolver: there is no code at ${accessResolver}`,
    ]);
  });

  it('names functions and events that a contract does not have', async () => {
    const { errors } = await verify({ accessResolver: manifest.contracts.labNft });
    expect(errors).toContainEqual(expect.stringMatching(/^accessResolver: .* no function hasRole/));
    expect(errors).toContainEqual(expect.stringMatching(/^accessResolver: .* no event RoleGranted/));
  });

  it('names contracts of another deployment', async () => {
    const other = await deploySuite({
      ...chain.options,
      salt: `0x${'01'.repeat(32)}`,
      file: `${chain.dir}/other.json`,
    });
    const { accessResolver, tokenizer, tokenizerPolicy, didRegistry, relayerAccount } = other.contracts;
    const { labNft } = manifest.contracts;
    const elsewhere = (role: string, address: unknown) =>
      expect.stringContaining(`${role} at ${address}: the deployment has it at`);
    const owner = (role: string) => expect.stringContaining(`${role}.owner() is`);
    expect((await verify({ accessResolver })).errors).toEqual([
      expect.stringContaining(`accessResolver.labNft() is ${labNft}`),
      owner('accessResolver'),
      elsewhere('accessResolver', accessResolver),
    ]);
    expect((await verify({ tokenizer })).errors).toEqual([
      expect.stringContaining(`tokenizer.labNft() is ${labNft}`),
      expect.stringContaining('tokenizer.permissioner() is'),
      expect.stringContaining('termsPermissioner.tokenizer() is'),
      expect.stringContaining('tokenizer.policy() is'),
      elsewhere('tokenizer', tokenizer),
    ]);
    expect((await verify({ tokenizerPolicy })).errors).toEqual([
      expect.stringContaining(`tokenizer.policy() is ${tokenizerPolicy}`),
      owner('tokenizerPolicy'),
      elsewhere('tokenizerPolicy', tokenizerPolicy),
    ]);
    expect((await verify({ didRegistry })).errors).toContainEqual(
      expect.stringContaining(`didRegistry.labNft() is ${labNft}`),
    );
    expect((await verify({ relayerAccount })).errors).toEqual([
      expect.stringContaining(`didRegistry.relayer() is ${relayerAccount}`),
      elsewhere('relayerAccount', relayerAccount),
    ]);
  });

  it('names keys of the service that the registry does not know', async () => {
    const node = createPublicClient({ transport: http(chain.rpcUrl) });
    const { relayer, data } = chain.keys;
    const linking = { relayer: data.address, data: relayer.address, service: relayer.address };
    const { errors } = await verifyContracts(node, manifest, linking);
    expect(errors.map((error) => error.split(' ')[0])).toEqual([
      'didRegistry.dataAttester()',
      'didRegistry.serviceAttester()',
      'relayerAccount.owner()',
    ]);
  });

  it('does not start with other administrators than those of the contracts', async () => {
    const wrong = {
      safe: chain.keys.data.address,
      timelock: manifest.contracts.labNft,
      delaySeconds: 1,
      guardian: null,
    };
    const errorsOf = async (named: Partial<typeof wrong>) => {
      const administration = { ...(manifest.administration ?? wrong), ...named };
      const { errors } = await verify({}, manifest.deployment, administration);
      return errors.map((error) => error.replace(/0x\w+/g, '0x').split(':')[0]);
    };
    const unexplained =
      'the manifest names other administrators than the first ones, and no transaction that changed them';
    const roles = ['PROPOSER_ROLE', 'EXECUTOR_ROLE', 'CANCELLER_ROLE'];
    const belongs = (role: string) => `${role} of the timelock belongs to 0x`;
    const belongsNot = (role: string) => `${role} of the timelock does not belong to 0x`;
    const withoutRoles = roles.map(belongs);
    const admin = 'DEFAULT_ADMIN_ROLE';
    expect(await errorsOf({ timelock: wrong.timelock })).toEqual([
      'labNft.owner() is 0x',
      'accessResolver.owner() is 0x',
      'tokenizerPolicy.owner() is 0x',
      'didRegistry.owner() is 0x',
      'recordAnchor.owner() is 0x',
      'the delay of the timelock is 172800 seconds',
      ...roles.flatMap((role) => [belongs(role), belongsNot(role), belongsNot(role)]),
      ...[belongsNot(admin), belongsNot(admin), belongsNot(admin), belongs(admin)],
      'the timelock at 0x',
    ]);
    expect(await errorsOf({ delaySeconds: 1 })).toEqual([
      'the delay of the timelock is 1 seconds',
      unexplained,
    ]);
    expect(await errorsOf({ safe: wrong.safe })).toEqual([...withoutRoles, unexplained, 'the Safe at 0x']);
    expect(await errorsOf({ guardian: null })).toEqual([
      'accessResolver.guardian() is 0x',
      'tokenizerPolicy.guardian() is 0x',
      'didRegistry.guardian() is 0x',
      unexplained,
    ]);
  });

  it('does not start where everybody, or the deployer, has a role of the timelock', async () => {
    const node = createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });
    const { timelock } = manifest.administration ?? { timelock: zeroAddress };
    const { deployer } = manifest.deployment ?? { deployer: zeroAddress };
    const snapshot = await node.snapshot();
    await node.impersonateAccount({ address: timelock });
    await node.setBalance({ address: timelock, value: 10n ** 18n });
    const wallet = createWalletClient({ transport: http(chain.rpcUrl), account: timelock });
    const grants = [
      ['EXECUTOR_ROLE', zeroAddress],
      ['PROPOSER_ROLE', deployer],
    ] as const;
    for (const [role, account] of grants)
      await wallet.writeContract({
        chain: null,
        address: timelock,
        abi: parseAbi(['function grantRole(bytes32 role, address account)']),
        functionName: 'grantRole',
        args: [keccak256(toHex(role)), account],
      });
    expect((await verify()).errors).toEqual([
      expect.stringContaining(`PROPOSER_ROLE of the timelock does not belong to ${deployer}`),
      expect.stringContaining(`EXECUTOR_ROLE of the timelock does not belong to ${zeroAddress}`),
    ]);
    await node.revert({ id: snapshot });
  });

  it('does not start with a deployment whose administrators the manifest leaves out', async () => {
    expect((await verify({}, manifest.deployment, null)).errors).toEqual([
      expect.stringContaining('lists a deployment and no administrators'),
    ]);
  });

  it('names changed code, and an upgrade that the manifest does not name', async () => {
    const node = createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });
    const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
    const { accessResolver, factory } = manifest.contracts;
    const reader = createPublicClient({ transport: http(chain.rpcUrl) });
    const snapshot = await node.snapshot();
    const implementation = manifest.deployment?.contracts.find(({ name }) => name === 'AccessResolver');
    const copy = chain.keys.relayer.address;
    const code = await reader.getCode({ address: implementation?.address ?? '0x' });
    await node.setCode({ address: copy, bytecode: code ?? '0x' });
    await node.setStorageAt({
      address: accessResolver,
      index: slot,
      value: `0x${copy.slice(2).padStart(64, '0')}`,
    });
    const upgraded = expect.stringMatching(/^AccessResolver proxy: was upgraded to 0x/);
    expect(await verify()).toEqual({ errors: [upgraded], warnings: [] });

    const factoryCode = await reader.getCode({ address: factory });
    await node.setCode({ address: factory, bytecode: `${factoryCode ?? '0x'}00` });
    expect((await verify()).errors).toEqual([
      `OnChainLabFactory: the code at ${factory} is not the code in the manifest`,
      upgraded,
    ]);
    await node.revert({ id: snapshot });
  });
});

describe('a start of the service', () => {
  const newDatabase = async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    return database.url;
  };
  const start = async (
    contracts: string | undefined,
    variables: Record<string, string> = {},
    databaseUrl?: string,
  ) => {
    const configuration = await loadConfiguration(
      {},
      {
        ...environmentOn(chain),
        DATABASE_URL: databaseUrl ?? (await newDatabase()),
        ...(contracts && { CONTRACTS: contracts }),
        ...variables,
      },
    );
    const { context, warnings, running } = await startInstallation(configuration);
    await running[Symbol.asyncDispose]();
    await context.db.$client.end();
    return { context, warnings };
  };

  it('does not bind an empty database to wrong contracts', async () => {
    const url = await newDatabase();
    const contracts = { ...manifest.contracts, labNft: manifest.contracts.accessResolver };
    const secrets = { SERVICE_SECRET: secret(), KMS_MASTER_KEY: secret() };
    await expect(start(JSON.stringify({ ...manifest, contracts }), secrets, url)).rejects.toThrow(
      /CONTRACTS: labNft/,
    );
    await start(chain.options.file, secrets, url);
  });

  it('uses the contracts and the first block of the manifest', async () => {
    const { context, warnings } = await start(chain.options.file);
    expect(context.config.chain.contracts).toMatchObject({
      labNft: manifest.contracts.labNft,
      didRegistry: manifest.contracts.didRegistry,
    });
    expect(context.config.chain.firstBlock).toBe(manifest.startBlock);
    expect(context.config.didLinking).toMatchObject({
      kind: 'on',
      account: manifest.contracts.relayerAccount,
    });
    expect(warnings.filter((warning) => warning.includes('contract'))).toEqual([]);
    expect(context.didLinking?.relayer.address).toBe(chain.keys.relayer.address);
  });

  it('warns of the keys of both attesters in the process', async () => {
    const { privateKey } = chain.keys.data;
    const raw = { DATA_ATTESTER_PRIVATE_KEY: privateKey, DATA_ATTESTER_URL: '', DATA_ATTESTER_SECRET: '' };
    const { warnings } = await start(chain.options.file, raw);
    expect(warnings).toContainEqual(expect.stringMatching(/^the keys of both attesters are in this process/));
    expect(warnings.join()).not.toContain(privateKey);
    const apart = await start(chain.options.file);
    expect(apart.warnings.join()).not.toContain('attesters');
  });

  it('ends if the KMS key of an attester has another address or the registry names another, and warns while KMS is down', async () => {
    const kms = await startKmsEndpoint();
    onTestFinished(kms.stop);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    const variables = {
      DATA_ATTESTER_URL: '',
      DATA_ATTESTER_SECRET: '',
      DATA_ATTESTER_KMS_KEY_ID: 'attester',
      AWS_KMS_ENDPOINT: kms.endpoint,
    };
    await expect(start(chain.options.file, variables)).rejects.toThrow(
      `DATA_ATTESTER_KMS_KEY_ID: The KMS key of the data attester is unusable: its address is ${kms.addressOf('attester')}, not ${chain.keys.data.address}`,
    );
    const other = { ...variables, DATA_ATTESTER_ADDRESS: kms.addressOf('attester') };
    await expect(start(chain.options.file, other)).rejects.toThrow(
      'CONTRACTS: didRegistry.dataAttester() is 0x',
    );
    kms.fail('error');
    const { warnings } = await start(chain.options.file, variables);
    expect(warnings).toContainEqual(expect.stringContaining('AWS KMS did not answer the data attester'));
  });

  it('ends with the reason if the manifest is of another deployment, of another chain or cannot be read', async () => {
    const wrong = { ...manifest, contracts: { ...manifest.contracts, factory: manifest.contracts.labNft } };
    await expect(start(JSON.stringify(wrong))).rejects.toThrow(
      /CONTRACTS: factory: .* no function mintAndCreateAccount/,
    );
    await expect(start(JSON.stringify({ ...manifest, chainId: 8453 }))).rejects.toThrow(
      'CONTRACTS: the manifest is of chain 8453, but this environment uses chain 84532',
    );
    await expect(start('/nowhere/contracts.json')).rejects.toThrow('CONTRACTS: the manifest cannot be read');
    await expect(start('{"format":1}')).rejects.toThrow(
      'CONTRACTS: the manifest is no manifest of contracts',
    );
  });
});
