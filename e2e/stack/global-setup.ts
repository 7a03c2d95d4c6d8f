import { dataDirVariable } from './local.ts';
import { startStack } from './start-stack.ts';

/** Starts one stack for all tests, unless `E2E_DATA_DIR` names a running one. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[dataDirVariable]) return undefined;
  const stack = await startStack();
  process.env[dataDirVariable] = stack.dataDir;
  return () => stack.stop();
}
