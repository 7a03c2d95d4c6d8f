import { describe, expect, it } from 'vitest';
import { type Draft, mergeDrafts, newDraft, parseDraft } from './draft.ts';
import { draftOfFragment, linkOfDraft } from './draft-link.ts';

const [a, b] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const;
const agreement = { key: 'k', contentHash: `0x${'0'.repeat(64)}` } as const;
const draft: Draft = {
  ...newDraft({ kind: 'tokenize', symbol: 'COLD', title: 'Kälte “–” 冷', amount: '1000' }),
  agreement,
  termsSignatures: { [a]: '0x01' },
};

describe('a draft', () => {
  it('round-trips through a link, in the fragment that no server receives', () => {
    const link = linkOfDraft('https://labroom.example/labs/x/tokenize?y=1#old', draft);
    const url = new URL(link);
    expect(url.pathname + url.search).toBe('/labs/x/tokenize?y=1');
    expect(link).toMatch(/^[\x21-\x7e]+$/);
    expect(draftOfFragment(url.hash)).toEqual(draft);
  });

  it('rejects anything that is not a draft', () => {
    for (const fragment of ['', '#', '#files', '#draft=', '#draft=%%%', `#draft=${btoa('{"plan":{}}')}`]) {
      expect(draftOfFragment(fragment)).toBeNull();
    }
    const wrong = [
      { plan: { kind: 'burn' } },
      { plan: { kind: 'issue', amount: '-1', receiver: a, before: '0' } },
      { plan: { kind: 'attach', symbol: 'X', title: null, token: '0x12' } },
      { agreement: { key: 'k', contentHash: '0x' } },
      { termsSignatures: { [a]: 'javascript:alert(1)' } },
      { approvals: { nonce: 'soon', signatures: {} } },
      { sent: '0x12' },
    ];
    for (const part of wrong) expect(parseDraft(JSON.stringify({ ...draft, ...part }))).toBeNull();
    expect(parseDraft('{')).toBeNull();
  });

  it('merges the signatures of another owner for the same intent', () => {
    const came: Draft = { ...draft, termsSignatures: { [b]: '0x02' } };
    expect(mergeDrafts(draft, came).termsSignatures).toEqual({ [a]: '0x01', [b]: '0x02' });
    const approvals = (owner: string) => ({ nonce: '4', signatures: { [owner]: '0x03' as const } });
    const merged = mergeDrafts({ ...draft, approvals: approvals(a) }, { ...came, approvals: approvals(b) });
    expect(merged.approvals).toEqual({ nonce: '4', signatures: { [a]: '0x03', [b]: '0x03' } });
  });

  it('is replaced by a draft with another intent, including its signatures', () => {
    const other: Draft = { ...newDraft({ ...draft.plan, amount: '9' } as Draft['plan']), agreement };
    expect(mergeDrafts(draft, other)).toEqual(other);
    expect(mergeDrafts(null, other)).toEqual(other);
  });

  it('drops approvals of a transaction with another signature or nonce', () => {
    const own: Draft = {
      ...draft,
      termsSignature: '0x0a',
      approvals: { nonce: '4', signatures: { [a]: '0x03' } },
    };
    expect(mergeDrafts(own, { ...draft, termsSignature: '0x0b' }).approvals).toBeNull();
    const later = { ...own, approvals: { nonce: '5', signatures: { [b]: '0x04' as const } } };
    expect(mergeDrafts(own, later).approvals).toEqual(later.approvals);
  });
});
