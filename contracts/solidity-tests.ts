import { resolve } from 'node:path';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import type { Result } from 'hardhat/types/utils';
import { compilerSettings } from './compiler-settings.ts';
import config, { compilerPath } from './hardhat.config.ts';

/** How deep the Solidity tests test. */
interface SolidityDepth {
  /** Random inputs of each fuzzed test. */
  fuzz: number;
  /** Random sequences of calls for each invariant. */
  invariants: number;
  seed: number;
  /** False: compiles without the optimizer, in less than half the time. Default: true. */
  isOptimized?: boolean;
  /** Gas of one test. It ends tests that loop. Absent: no limit. */
  gasLimit?: bigint;
}

const root = resolve(import.meta.dirname, '..');
const readDirectory = [
  'contracts/vectors',
  'node_modules/@account-abstraction/contracts/artifacts',
  'node_modules/@openzeppelin/contracts/build/contracts',
  'node_modules/@safe-global/safe-smart-account/build/artifacts',
];

const unoptimized = {
  version: compilerSettings.version,
  path: compilerPath,
  settings: { ...compilerSettings.settings.default, optimizer: { enabled: false } },
};

/**
 * Returns a function that runs the Solidity tests, offline, because the compiler comes from npm. It runs the given test files,
 * or all without any; without `isCompiling`, on the artifacts of the build before. It returns whether all passed.
 */
export async function openSolidityTests({
  fuzz,
  invariants,
  seed,
  isOptimized = true,
  gasLimit,
}: SolidityDepth) {
  const solidity = {
    fsPermissions: { readDirectory },
    fuzz: { runs: fuzz, seed: `0x${seed.toString(16)}` },
    invariant: { runs: invariants, depth: 48, failOnRevert: true },
    ...(gasLimit !== undefined && { blockGasLimit: gasLimit }),
  };
  const hre = await createHardhatRuntimeEnvironment(
    { ...config, test: { solidity }, ...(!isOptimized && { solidity: unoptimized }) },
    { config: resolve(root, 'contracts/hardhat.config.ts') },
    root,
  );
  return async (testFiles: readonly string[], isCompiling: boolean): Promise<boolean> => {
    // Compiles what the tests import, and not all contracts.
    if (isCompiling)
      await hre.tasks.getTask('build').run({ files: [...testFiles], noContracts: true, quiet: true });
    const task = hre.tasks.getTask(['test', 'solidity']);
    const result: Result<unknown, unknown> = await task.run({ testFiles: [...testFiles], noCompile: true });
    return result.success;
  };
}
