import { deepStrictEqual } from 'node:assert';
import type { BareProgram } from '../stack/bench-context.ts';
import { askText } from '../stack/graphql-request.ts';
import type { Stack } from '../stack/stack.ts';
import type { Case, Row } from './row.ts';

const FILES = `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { files {
  did path contentType contentHash downloadUrl } } } }`;

interface Answer {
  data: { labWithDataRoomAndFiles: { dataRoom: { files: { did: string; downloadUrl?: string }[] } } };
}

export const labFiles: Row = {
  name: 'W8',
  title: 'all files of a lab in one answer, each with a signed URL',
  note: "The limit signs nothing: PostgreSQL's own JSON, passed on.",
  async prepare(context) {
    const stack = await context.stack();
    const aws = await context.program('files.ts', stack.databaseUrl, 'aws');
    const json = await context.program('files.ts', stack.databaseUrl, 'json');
    const cases: Case[] = [];
    for (const oclId of [`0x0101${'2'.padStart(60, '0')}`, stack.lab.oclId]) {
      const files = await filesOf(stack, oclId);
      const times = files.length > 2_000 ? 3 : 40;
      const bare = (program: BareProgram) =>
        measured(program, times, async () => {
          await (await fetch(`${program.url}/${oclId}`)).text();
        });
      cases.push({
        name: `${files.length.toLocaleString('en')} files`,
        figures: {
          ms: { better: 'less', target: { beside: 'limit', atMost: 2 } },
          'CPU ms': { better: 'less', target: { beside: 'peer', atMost: 1 } },
        },
        sides: {
          ours: {
            what: 'labWithDataRoomAndFiles',
            measure: measured(stack, times, () => askText(stack, FILES, { oclId })),
          },
          peer: { what: "rows, the AWS SDK's presigner, JSON.stringify", measure: bare(aws) },
          limit: { what: 'json_agg in one statement, no URLs', measure: bare(json) },
        },
        async compare() {
          const theirs = await Promise.all(
            [aws, json].map(async ({ url }) => withoutUrls(await (await fetch(`${url}/${oclId}`)).text())),
          );
          for (const one of theirs) deepStrictEqual(one, files);
        },
      });
    }
    return cases;
  },
};

async function filesOf(stack: Stack, oclId: string) {
  return withoutUrls(await askText(stack, FILES, { oclId }));
}

function withoutUrls(text: string) {
  const { files } = (JSON.parse(text) as Answer).data.labWithDataRoomAndFiles.dataRoom;
  return files.map(({ downloadUrl: _, ...file }) => file);
}

/** Time of one request and CPU time of the server, over sequential requests. */
function measured(server: { cpuMilliseconds(): number }, times: number, ask: () => Promise<unknown>) {
  return async () => {
    const cpu = server.cpuMilliseconds();
    const begun = performance.now();
    for (let time = 0; time < times; time += 1) await ask();
    return {
      ms: (performance.now() - begun) / times,
      'CPU ms': (server.cpuMilliseconds() - cpu) / times,
    };
  };
}
