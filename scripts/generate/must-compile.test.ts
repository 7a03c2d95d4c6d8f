import { describe, expect, test } from 'vitest';
import { mustCompile } from './must-compile.ts';

describe('npm run generate', () => {
  test('compiles contracts only when they changed', () => {
    expect(mustCompile({ isCheck: false, isQuick: true, areContractsUnchanged: true })).toBe(false);
    expect(mustCompile({ isCheck: false, isQuick: true, areContractsUnchanged: false })).toBe(true);
  });

  test('checks unchanged contracts by their hash for a change, and by compiling them for main', () => {
    expect(mustCompile({ isCheck: true, isQuick: true, areContractsUnchanged: true })).toBe(false);
    expect(mustCompile({ isCheck: true, isQuick: false, areContractsUnchanged: true })).toBe(true);
    expect(mustCompile({ isCheck: true, isQuick: true, areContractsUnchanged: false })).toBe(true);
  });
});
