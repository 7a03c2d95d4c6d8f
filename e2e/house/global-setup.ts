import { dataDirVariable } from './local.ts';
import { startHouse } from './start-house.ts';

/** One real house for all tests, unless `E2E_DATA_DIR` names one that already runs. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[dataDirVariable]) return undefined;
  const house = await startHouse();
  process.env[dataDirVariable] = house.dataDir;
  return () => house.stop();
}
