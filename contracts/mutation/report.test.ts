import { describe, expect, it } from 'vitest';
import { type Outcome, report } from './report.ts';

const outcome = (contract: string, at: number, result: Outcome['result']): Outcome => ({
  path: `contracts/src/${contract}.sol`,
  contract,
  mutant: { id: `${contract}.f(): constant: ${at} → 0`, line: at, start: at, end: at, after: '0' },
  result,
  seconds: 1,
});
const killed = Array.from({ length: 19 }, (_, at) => outcome('A', at, 'killed'));
const survivor = outcome('A', 20, 'survived');
const accepted = [{ id: survivor.mutant.id, reason: 'Changes nothing.' }];
const complete = { isComplete: true, isSuite: true };

describe('the report of mutation tests', () => {
  it('counts neither equivalent nor invalid mutants', () => {
    const outcomes = [...killed, outcome('A', 21, 'equivalent'), outcome('A', 22, 'invalid'), survivor];
    const { text, problems } = report(outcomes, accepted, complete);
    expect(text).toContain('| A | 22 | 1 | 1 | 19 | 1 | 0 | 95.0 % |');
    expect(text).toContain('contracts/src/A.sol:20 A.f(): constant: 20 → 0 (Changes nothing.)');
    expect(problems).toEqual([]);
  });

  it('reports a survivor that is not accepted', () => {
    const { text, problems } = report([...killed, survivor], [], complete);
    expect(text).toContain('| A | 20 | 0 | 0 | 19 | 0 | 1 | 95.0 % |');
    expect(problems).toEqual(['Survived: A.f(): constant: 20 → 0']);
  });

  it('reports a score below 95 %, accepted survivors included, of all contracts together only', () => {
    const outcomes = [...killed.slice(1), survivor];
    expect(report(outcomes, accepted, complete).problems).toEqual([
      'All contracts together score 94.7 %, less than 95 %',
    ]);
    expect(report(outcomes, accepted, { isComplete: true, isSuite: false }).problems).toEqual([]);
    const others = Array.from({ length: 80 }, (_, at) => outcome('B', at, 'killed'));
    expect(report([...outcomes, ...others], accepted, complete).problems).toEqual([]);
  });

  it('reports an accepted survivor that is killed or gone, of the tested contracts only', () => {
    const stale = [
      ...accepted,
      { id: 'A.g(): removal: h() → {}', reason: '' },
      { id: 'B.g(): removal: h() → {}', reason: '' },
    ];
    expect(report([...killed, survivor], stale, complete).problems).toEqual([
      'Does not survive, so remove it from accepted.json: A.g(): removal: h() → {}',
    ]);
    expect(report([...killed, outcome('A', 20, 'killed')], accepted, complete).problems).toHaveLength(1);
  });
});
