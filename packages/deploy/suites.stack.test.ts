import { expect, it, onTestFinished } from 'vitest';
import { recordedSuites } from './recorded-suites.generated.ts';
import { isOwnSuiteRecorded, ownSuite, ownSuiteId, recordSuite, suiteIdOf, suiteOf } from './suites.ts';

it('identifies a suite by all of its code', () => {
  expect(suiteIdOf(ownSuite.bytecodes)).toBe(ownSuiteId());
  for (const contract of ['LabNFT', 'AccessResolver', 'TimelockController', 'RecordAnchor'] as const) {
    const code = { ...ownSuite.bytecodes, [contract]: `${ownSuite.bytecodes[contract]}00` as const };
    expect(suiteIdOf(code)).not.toBe(ownSuiteId());
  }
});

it('knows the suites of this checkout and of recorded versions, and no other', () => {
  expect(suiteOf(ownSuiteId())).toBe(ownSuite);
  expect(suiteOf(null)).toBeNull();
  const recorded = recordSuite(
    { ...ownSuite, bytecodes: { ...ownSuite.bytecodes, LabNFT: `${ownSuite.bytecodes.LabNFT}00` } },
    '0.0.1',
  );
  expect(suiteOf(recorded.id)).toBeNull();
  recordedSuites.push(recorded);
  onTestFinished(() => void recordedSuites.pop());
  expect(suiteOf(recorded.id)?.bytecodes.LabNFT).toBe(`${ownSuite.bytecodes.LabNFT}00`);
  expect(suiteOf(recorded.id)?.runtimeCodes).toEqual(ownSuite.runtimeCodes);
});

it('computes every recorded suite as it was', () => {
  for (const { id } of recordedSuites) {
    const suite = suiteOf(id);
    expect(suite && suiteIdOf(suite.bytecodes)).toBe(id);
  }
  expect(new Set(recordedSuites.map(({ id }) => id)).size).toBe(recordedSuites.length);
  expect(isOwnSuiteRecorded()).toBe(recordedSuites.some(({ id }) => id === ownSuiteId()));
});
