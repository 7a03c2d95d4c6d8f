import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { type Hex, zeroAddress } from 'viem';
import { bytecodes } from './bytecode.generated.ts';
import { type Bytecodes, hashOfPlan } from './plan.ts';
import { planDeployment } from './plan-deployment.ts';
import type { RecordedSuite } from './recorded-suite.ts';
import { recordedSuites } from './recorded-suites.generated.ts';
import { runtimeCodes } from './runtime-code.generated.ts';

/** What deployed code is compared with. Offsets and lengths are bytes of the code. */
interface RuntimeCode {
  maskedHash: string;
  immutables: readonly { start: number; length: number }[];
}

/** The code of all contracts of one version. */
export interface Suite {
  bytecodes: Bytecodes;
  runtimeCodes: Readonly<Record<string, RuntimeCode>>;
}

/** The suite of this checkout. */
export const ownSuite: Suite = { bytecodes, runtimeCodes };
let ownId: Hex | undefined;

/** Identifies the suite of this checkout. */
export function ownSuiteId(): Hex {
  ownId ??= suiteIdOf(bytecodes);
  return ownId;
}

/** Identifies code and plan together: the hash of the addresses that a deployment with fixed options has. */
export function suiteIdOf(code: Bytecodes): Hex {
  return hashOfPlan(
    planDeployment({
      bytecodes: code,
      mintFeeWei: 0n,
      relayer: zeroAddress,
      attesters: { data: zeroAddress, service: zeroAddress },
      administrators: { safe: zeroAddress, delaySeconds: 0n, deployer: zeroAddress },
      stablecoin: zeroAddress,
    }),
  );
}

/** The suite with an id; `null` if it is neither that of this checkout nor a recorded one. */
export function suiteOf(id: Hex | null): Suite | null {
  if (id === ownSuiteId()) return ownSuite;
  const recorded = recordedSuites.find((suite) => suite.id === id);
  return recorded ? JSON.parse(brotliDecompressSync(Buffer.from(recorded.codes, 'base64')).toString()) : null;
}

/** Keeps a suite for later versions. */
export function recordSuite(suite: Suite, version: string): RecordedSuite {
  const codes = brotliCompressSync(JSON.stringify(suite)).toString('base64');
  return { id: suiteIdOf(suite.bytecodes), version, codes };
}

/** Whether later versions will have the suite of this checkout. */
export const isOwnSuiteRecorded = (): boolean => recordedSuites.some(({ id }) => id === ownSuiteId());
