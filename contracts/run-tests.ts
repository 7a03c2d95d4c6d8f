import { resolve } from 'node:path';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import type { Result } from 'hardhat/types/utils';
import config from './hardhat.config.ts';

/** Runs the Solidity tests; offline, as the compiler comes from npm. The exit code says whether all passed. */
const hre = await createHardhatRuntimeEnvironment(
  config,
  { config: resolve(import.meta.dirname, 'hardhat.config.ts') },
  resolve(import.meta.dirname, '..'),
);
const result: Result<unknown, unknown> = await hre.tasks.getTask(['test', 'solidity']).run({});
process.exitCode = result.success ? 0 : 1;
