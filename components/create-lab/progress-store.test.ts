import { describe, expect, it } from 'vitest';
import { type CreateLabProgress, readProgress, writeProgress } from './progress-store.ts';

const hash = `0x${'ab'.repeat(32)}` as const;
const oclId = `0x0101${'0'.repeat(19)}7${'c'.repeat(40)}` as const;

describe('how far a new lab is', () => {
  const stages: CreateLabProgress[] = [
    { step: 'mint' },
    { step: 'mining', hash },
    { step: 'register', oclId },
  ];

  it.each(stages)('survives the URL: $step', (progress) => {
    expect(readProgress(new URLSearchParams(writeProgress(progress)))).toEqual(progress);
  });

  it('begins anew from a URL that says nothing sensible', () => {
    expect(readProgress(new URLSearchParams('tx=0x12&lab=0x0202'))).toEqual({ step: 'mint' });
  });

  it('takes the later step where both are named, in any case of letters', () => {
    const query = new URLSearchParams({ tx: hash, lab: oclId.toUpperCase().replace('0X', '0x') });
    expect(readProgress(query)).toEqual({ step: 'register', oclId });
  });
});
