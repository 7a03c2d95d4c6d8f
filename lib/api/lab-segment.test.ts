import { describe, expect, it } from 'vitest';
import { parseLabSegment } from './lab-segment.ts';

const oclId = `0x0101${'0'.repeat(19)}a${'b'.repeat(40)}`;

describe('parsing the lab segment of a URL', () => {
  it('accepts an oclId in any case, and keeps a shortname unchanged', () => {
    expect(parseLabSegment(oclId.toUpperCase().replace('0X', '0x'))).toEqual({ oclId });
    expect(parseLabSegment('open-phage-bank')).toEqual({ shortname: 'open-phage-bank' });
    expect(parseLabSegment('caf%C3%A9')).toEqual({ shortname: 'café' });
  });

  it('treats a value that is almost an oclId as a shortname', () => {
    expect(parseLabSegment('0x0101')).toEqual({ shortname: '0x0101' });
  });

  it.each(['', '%20', '%E0%A4', 'a%2Fb', 'x'.repeat(201)])('returns null for %j', (segment) => {
    expect(parseLabSegment(segment)).toBeNull();
  });
});
