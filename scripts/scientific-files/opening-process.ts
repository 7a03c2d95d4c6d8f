import { openFile } from './open-file.ts';

/** A process of its own, since one of the libraries takes itself for a worker wherever it is not in the main thread. */
process.on('message', async ({ file, name }: { file: string; name: string }) => {
  process.send?.(await openFile(file, name));
});
