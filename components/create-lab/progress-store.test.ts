import { describe, expect, it } from 'vitest';
import { type CreateLabProgress, readProgress, writeProgress } from './progress-store.ts';

const hash = `0x${'ab'.repeat(32)}` as const;
const oclId = `0x0101${'0'.repeat(19)}7${'c'.repeat(40)}` as const;

describe('the progress of creating a lab', () => {
  const stages: CreateLabProgress[] = [
    { step: 'mint' },
    { step: 'mining', hash },
    { step: 'register', oclId },
  ];

  it.each(stages)('reads back what it wrote: $step', (progress) => {
    expect(readProgress(new URLSearchParams(writeProgress(progress)))).toEqual(progress);
  });

  it('starts from the beginning for an invalid URL', () => {
    expect(readProgress(new URLSearchParams('tx=0x12&lab=0x0202'))).toEqual({ step: 'mint' });
  });

  it('takes the later step if both are present, and lowercases the lab id', () => {
    const query = new URLSearchParams({ tx: hash, lab: oclId.toUpperCase().replace('0X', '0x') });
    expect(readProgress(query)).toEqual({ step: 'register', oclId });
  });
});
