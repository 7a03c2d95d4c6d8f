import { describe, expect, it, vi } from 'vitest';
import {
  type CreateLabProgress,
  forgetDraft,
  readProgress,
  rememberDraft,
  rememberedDraft,
  writeProgress,
} from './progress-store.ts';

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

  it('keeps the draft of each lab for itself', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    const draft = { name: 'Kelp & co', description: 'a=b\nc' };
    rememberDraft({ step: 'mining', hash }, draft);
    expect(rememberedDraft({ step: 'mining', hash })).toEqual(draft);
    expect(rememberedDraft({ step: 'register', oclId })).toEqual({ name: '', description: '' });
    forgetDraft({ step: 'mining', hash });
    expect(rememberedDraft({ step: 'mining', hash }).name).toBe('');
    vi.unstubAllGlobals();
  });
});
