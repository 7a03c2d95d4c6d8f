import { resolve } from 'node:path';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import config from '../hardhat.config.ts';

/** Builds the contracts. The build for the Solidity tests leaves out what no test contains, and rewritten tests contain none. */
const root = resolve(import.meta.dirname, '../..');
const hre = await createHardhatRuntimeEnvironment(
  config,
  { config: resolve(root, 'contracts/hardhat.config.ts') },
  root,
);
await hre.tasks.getTask('build').run({ quiet: true, noTests: true });
