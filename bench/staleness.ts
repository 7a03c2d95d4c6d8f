import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { updateFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { tenth } from './data/fill-database.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { BenchContext } from './stack/bench-context.ts';
import { askText } from './stack/graphql-request.ts';
import { startService } from './stack/service-process.ts';
import { openStack } from './stack/stack.ts';
import { startWeb } from './stack/web-process.ts';

/**
 * `node bench/staleness.ts [--rounds 60]`: two processes of the service on one database, 32 clients that ask for one file, its room
 * and its feed again and again, another that open its page, and a writer that describes the file through one process and the other in turns. After each
 * acknowledged write both processes are asked for all three, and the web app for the page. Ends with 1 if one answers with an earlier description.
 */
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '60' } } });
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds must be a number from 1, not "${options.rounds}"`);

const PATH = 'read-back.txt';
const LAB = 'labWithDataRoomAndFiles(oclId: $oclId)';
/** Each answer contains the newest description of the file. */
const reads: Record<string, string> = {
  file: `query($oclId: String!) { dataRoomFile(oclId: $oclId, path: "${PATH}") { description } }`,
  room: `query($oclId: String!) { ${LAB} { dataRoom { filesPage { nodes { description } } } } }`,
  columns: `query($oclId: String!) { ${LAB} { dataRoom { fileColumns { summaries } } } }`,
  word: `query($oclId: String!) { ${LAB} { dataRoom { filesPage(search: "${PATH}") { nodes { description } } } } }`,
  feed: `query($oclId: String!) { labActivity(oclId: $oclId, page: 0, perPage: 1) { nodes {
    ... on LabEventFileUpdated { entry { description } } } } }`,
};

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-staleness-'));
const stack = await openStack(dataDir, null);
const other = await startService(stack);
const services = [stack, other];
const context = new BenchContext({ quick: false, size: tenth, kept: undefined });
const web = await startWeb(context, stack);
const pageUrl = `${web.url}/labs/${stack.lab.oclId}/files?file=${PATH}`;
let isOver = false;
try {
  const { datasetId: ref, error } = await uploadFile(stack, stack.lab, 'text', { path: PATH });
  if (error) throw new Error(error.message);
  const counted = Promise.all([
    ...Array.from({ length: 32 }, (_, number) => hammer(number)),
    ...Array.from({ length: 4 }, () => visit()),
  ]);
  // Readers end before only by a failure.
  const result = await Promise.race([writeAndRead(ref), counted as Promise<never>]);
  isOver = true;
  const answers = (await counted).reduce((sum, count) => sum + count, 0);
  const figures = { rounds, ...result, 'answers to other readers': answers };
  console.log(figures);
  await keepResults('staleness', { ...aboutRun(), ...figures });
  if (result.stale > 0) process.exitCode = 1;
} finally {
  isOver = true;
  await context.end();
  await other.stop();
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Asks until the rounds are over; the number of answers. */
async function hammer(number: number): Promise<number> {
  const queries = Object.values(reads);
  let answers = 0;
  while (!isOver) {
    await ask(number, queries[answers % queries.length] ?? '');
    answers += 1;
  }
  return answers;
}

/** Opens the page until the rounds are over; the number of pages. */
async function visit(): Promise<number> {
  let pages = 0;
  while (!isOver) {
    await openPage();
    pages += 1;
  }
  return pages;
}

async function openPage(): Promise<string> {
  const answer = await fetch(pageUrl);
  if (!answer.ok) throw new Error(`The page is answered with ${answer.status}`);
  return answer.text();
}

async function writeAndRead(ref: string) {
  const readBack = { 'from the same process': 0, 'from the other process': 0, pages: 0, stale: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const description = randomUUID();
    const { error } = await updateFile(serviceAt(round), stack.lab, { ref, description });
    if (error) throw new Error(error.message);
    for (const [place, count] of [
      [round, 'from the same process'],
      [round + 1, 'from the other process'],
    ] as const) {
      const answers = await Promise.all(
        Object.entries(reads).map(async ([name, query]) => ({ name, answer: await ask(place, query) })),
      );
      readBack[count] += answers.length;
      for (const { name, answer } of answers) {
        if (answer.includes(description)) continue;
        readBack.stale += 1;
        console.error(
          `Round ${round}: the ${name} read ${count} lacks what was acknowledged before: ${answer}`,
        );
      }
    }
    readBack.pages += 1;
    if (!(await openPage()).includes(description)) {
      readBack.stale += 1;
      console.error(`Round ${round}: the page lacks what was acknowledged before`);
    }
  }
  return readBack;
}

function ask(place: number, query: string): Promise<string> {
  return askText(serviceAt(place), query, { oclId: stack.lab.oclId });
}

function serviceAt(place: number) {
  return services[place % services.length] ?? stack;
}
