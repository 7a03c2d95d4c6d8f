import { z } from 'zod';

const scoreSchema = z.object({ criterion: z.string().min(1), score: z.number() });
const todoSchema = z.object({ todo: z.string().min(1), completed: z.boolean() });

export type CriterionScore = z.output<typeof scoreSchema>;
export type Todo = z.output<typeof todoSchema>;

/** The scores of a lab by criterion. The API hands them on as its content source has them: what is none is left out. */
export function readScores(values: readonly unknown[] | null): CriterionScore[] {
  return readEach(scoreSchema, values);
}

/** What curators say is left to do; what is no such thing is left out. */
export function readTodos(values: readonly unknown[] | null): Todo[] {
  return readEach(todoSchema, values);
}

function readEach<Item>(schema: z.ZodType<Item>, values: readonly unknown[] | null): Item[] {
  return (values ?? []).flatMap((value) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The Technology Readiness Level (1 to 9) that a `trlValue` names first, as the API's filter reads it. */
export function readinessLevel(trlValue: string | null): number | null {
  const digit = /(?<!\d)[1-9](?!\d)/.exec(trlValue ?? '')?.[0];
  return digit ? Number(digit) : null;
}

/** The end of the scale that scores are on: 1, 10, 100 or more, as nothing else says which it is. */
export function scaleOf(scores: readonly CriterionScore[]): number {
  const highest = Math.max(0, ...scores.map(({ score }) => score));
  return highest <= 1 ? 1 : 10 ** Math.ceil(Math.log10(highest));
}
