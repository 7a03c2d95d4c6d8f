import { aborted } from '@labroom/client/crypto/crypto-error';
import { Places } from '@labroom/client/upload/places';
import type { QueuePorts } from '@labroom/client/upload/upload-ports';
import { type Job, type QueueJobs, savedEncoding } from './queue-jobs.ts';

/** Texts that are read at the same time. Each starts a worker. */
const readers = new Places(3);

/** Reads the text of a file once, so that a retry sends the same. Without a text, a new version keeps the previous one. */
export async function readText(
  ports: QueuePorts,
  jobs: QueueJobs,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const { readsText, ...settings } = job.settings;
  if (!readsText || (readsText === 'ofPublicFiles' && settings.access.level !== 'PUBLIC')) return;
  jobs.setState(job, { kind: 'working', phase: 'reading' });
  const text = await readers.run(async () => {
    if (signal.aborted) throw aborted();
    return ports.readText(job.file, signal, await savedEncoding(ports.api, job));
  });
  if (signal.aborted) throw aborted();
  job.settings = text === null ? settings : { ...settings, contentText: text };
}
