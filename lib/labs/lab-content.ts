import { z } from 'zod';

const scoreSchema = z.object({ criterion: z.string().min(1), score: z.number() });
const todoSchema = z.object({ todo: z.string().min(1), completed: z.boolean() });

export type CriterionScore = z.output<typeof scoreSchema>;
export type Todo = z.output<typeof todoSchema>;

/**
 * The scores of a lab by criterion. The API passes on the content source's data unchecked, so invalid entries are left
 * out.
 */
export function readScores(values: readonly unknown[] | null): CriterionScore[] {
  return readEach(scoreSchema, values);
}

/** The curators' to-do list. Invalid entries are left out. */
export function readTodos(values: readonly unknown[] | null): Todo[] {
  return readEach(todoSchema, values);
}

function readEach<Item>(schema: z.ZodType<Item>, values: readonly unknown[] | null): Item[] {
  return (values ?? []).flatMap((value) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The Technology Readiness Level (1 to 9) that a `trlValue` names first, by the same rule as the API's filter. */
export function readinessLevel(trlValue: string | null): number | null {
  const digit = /(?<!\d)[1-9](?!\d)/.exec(trlValue ?? '')?.[0];
  return digit ? Number(digit) : null;
}

/** The maximum of the score scale: 1, 10, 100 or more. The data does not state it, so it is derived from the scores. */
export function scaleOf(scores: readonly CriterionScore[]): number {
  const highest = Math.max(0, ...scores.map(({ score }) => score));
  return highest <= 1 ? 1 : 10 ** Math.ceil(Math.log10(highest));
}
