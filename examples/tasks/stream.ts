import { rm, writeFile } from 'node:fs/promises';
import { streamFile } from '@labroom/client/streams';
import { labroom, oclId, wallet } from './labroom.ts';

const owner = await labroom.signIn(wallet);

// The file comes piece by piece, so it can be larger than memory.
const onBytes = (bytes: number) => console.log(`${bytes} bytes have arrived`);
const { body } = await streamFile(owner.call, { oclId, path: 'results/plate-1.csv' }, { onBytes });
try {
  await writeFile('plate-1.csv', body);
} catch (error) {
  // Hashes and tag are known at the end only: what was written before is not verified.
  await rm('plate-1.csv', { force: true });
  throw error;
}
