/** Normalised discounted cumulative gain of the first ten: 1 is the best order there is (gain 2^grade - 1). */
export function ndcg(ranked: string[], grades: ReadonlyMap<string, number>): number {
  const ideal = [...grades.values()].sort((a, b) => b - a);
  return gain(ranked.map((key) => grades.get(key) ?? 0)) / gain(ideal);
}

function gain(grades: number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}
