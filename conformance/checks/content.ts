import assert from 'node:assert/strict';
import { z } from 'zod';
import { check } from '../check/check.ts';
import { fieldCheck } from '../check/field-check.ts';
import { dateTime, text } from '../check/shapes.ts';

const FIELDS = `trlValue trlRationale trlLastUpdated weightedScore scoreInterpretation criterionScores scoredAt todos isVerified`;
const READ = `query($oclId: String!) { labs(perPage: 20) { nodes { ${FIELDS} } }
  labWithDataRoomAndFiles(oclId: $oclId) { ${FIELDS} } }`;

const criterionScore = z.strictObject({ criterion: z.string(), score: z.number() });
const todo = z.strictObject({ todo: z.string(), completed: z.boolean() });

export const contentChecks = [
  fieldCheck({
    type: 'Lab.curated',
    section: 'docs/specification/labs.md#readiness-and-to-dos',
    needs: ['sample'],
    read: async ({ service, sample }) => {
      const { labs, labWithDataRoomAndFiles } = await service.ask(READ, { oclId: sample.oclId });
      return [...labs.nodes, labWithDataRoomAndFiles];
    },
    shape: {
      trlValue: text,
      trlRationale: text,
      trlLastUpdated: dateTime.nullable(),
      weightedScore: z.number().nullable(),
      scoreInterpretation: text,
      criterionScores: z.array(criterionScore).nullable(),
      scoredAt: dateTime.nullable(),
      todos: z.array(todo).nullable(),
      isVerified: z.boolean().nullable(),
    },
  }),

  check(
    'content.entry',
    {
      rule: 'A lab with an entry in the content source shows it, one without shows null.',
      section: 'docs/specification/labs.md#readiness-and-to-dos',
      needs: ['newLab', 'curate'],
    },
    async ({ service, newLab, curate }) => {
      const [curated, other] = [await newLab(), await newLab()];
      const entry = {
        trlValue: 'TRL 4',
        trlRationale: 'Validated in the laboratory.',
        trlLastUpdated: '2026-03-02T09:30:00.000Z',
        weightedScore: 0.62,
        scoreInterpretation: 'Solid.',
        criterionScores: [{ criterion: 'Evidence', score: 0.7 }],
        scoredAt: '2026-03-02T00:00:00.000Z',
        todos: [{ todo: 'Replicate', completed: false }],
        isVerified: true,
      };
      await curate({ oclId: curated.oclId, ...entry });
      const read = async (oclId: string) => (await service.ask(READ, { oclId })).labWithDataRoomAndFiles;
      assert.deepEqual(await read(curated.oclId), entry);
      assert.ok(Object.values(await read(other.oclId)).every((value) => value === null));
    },
  ),
];
