import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LabroomClient } from '@labroom/client/client.ts';
import { LabsDocument } from '@labroom/client/documents';

/** Fictional curated facts of the example labs. The coil and the biofilms have none. */
const curated: Readonly<Record<string, object>> = {
  'thermostable-lipase-screen': {
    trlValue: 'TRL 4',
    trlRationale:
      'Activity at 85 °C was measured in the laboratory on purified enzyme. Tests under the conditions of a process have not begun.',
    trlLastUpdated: '2026-09-14',
    weightedScore: 0.62,
    scoreInterpretation: 'Solid evidence for few variants; replication is under way.',
    criterionScores: [
      { criterion: 'Evidence', score: 0.7 },
      { criterion: 'Reproducibility', score: 0.45 },
      { criterion: 'Openness of data', score: 0.9 },
      { criterion: 'Path to use', score: 0.4 },
    ],
    scoredAt: '2026-10-02',
    todos: [
      { todo: 'Publish the protocol of the assay', completed: true },
      { todo: 'Replicate the ranked hits of round three', completed: false },
      { todo: 'Name a partner for a pilot', completed: false },
    ],
    isVerified: true,
  },
  'sodium-battery-cycling': {
    trlValue: 'TRL 3',
    trlRationale: 'Six coin cells show the effect of the coating. No cell of a useful size exists yet.',
    trlLastUpdated: '2026-11-09',
    todos: [
      { todo: 'Repeat 300 cycles at 45 °C', completed: false },
      { todo: 'Publish the program of the cycler', completed: true },
      { todo: 'Build a pouch cell of 1 Ah', completed: false },
      { todo: 'Finish the invention disclosure', completed: false },
    ],
  },
  'alpine-soil-microbiome': { trlValue: 'TRL 2', trlLastUpdated: '2026-05-03' },
};

/** Writes `content.json` (docs/content-source.md) for the example labs, unless it exists. */
export async function writeCurated(dataDir: string, { call }: Pick<LabroomClient, 'call'>): Promise<void> {
  const { labs } = await call(LabsDocument, { perPage: 100 });
  const entries = labs.nodes.flatMap(({ oclId, shortname }) => {
    const said = curated[shortname];
    return said ? [{ oclId, ...said }] : [];
  });
  const file = path.join(dataDir, 'content.json');
  await writeFile(file, `${JSON.stringify({ labs: entries }, null, 2)}\n`, { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}
