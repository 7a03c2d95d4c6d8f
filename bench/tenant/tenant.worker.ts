import { parentPort, workerData } from 'node:worker_threads';
import type { Author } from '@labroom/testing/test-upload.ts';

/** Reads and writes one lab in sequence, from the message 'start' to 'stop', and then posts the times. */
interface Tenant {
  urls: string[];
  credential: string;
  lab: Author;
}

const { urls, credential, lab } = workerData as Tenant;
const read =
  'query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { filesPage(perPage: 20) { nodes { path } } } } }';
const write =
  'mutation($oclId: String!) { createAnnouncement(oclId: $oclId, headline: "H", body: "B") { error { code } } }';
interface Samples {
  reads: number[];
  writes: number[];
  failures: string[];
}

let isOver = false;

async function timed(url: string, query: string, times: number[], failures: string[]): Promise<void> {
  const begun = performance.now();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: credential,
      'x-service-token': lab.token,
    },
    body: JSON.stringify({ query, variables: { oclId: lab.oclId } }),
  });
  const text = await response.text();
  times.push(performance.now() - begun);
  if (response.status !== 200 || text.includes('"code"') || text.includes('"errors"'))
    failures.push(`HTTP ${response.status} ${text.slice(0, 200)}`);
}

async function sample(): Promise<Samples> {
  const samples: Samples = { reads: [], writes: [], failures: [] };
  for (let turn = 0; !isOver; turn += 1) {
    const url = urls[turn % urls.length] ?? '';
    for (let time = 0; time < 4; time += 1) await timed(url, read, samples.reads, samples.failures);
    await timed(url, write, samples.writes, samples.failures);
  }
  return samples;
}

parentPort?.on('message', (message: 'start' | 'stop') => {
  isOver = message === 'stop';
  if (message === 'start') void sample().then((samples) => parentPort?.postMessage(samples));
});
