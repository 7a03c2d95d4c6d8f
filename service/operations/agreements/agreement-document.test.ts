import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AgreementData } from './agreement-data.ts';
import { createAgreementDocument } from './agreement-document.ts';
import type { MembershipAgreement } from './agreement-text.ts';

const account = '0xabcdefabcdefabcdefabcdefabcdefabcdefabcd';
const labNft = '0x9F96027eeAFb9ad5F2b5d7043B36Ee96B2EeBE92';
const tokenizer = '0x62F532C3f563D974deEc103AAb8cC597f4f9c84E';
const chain = { chainId: 8453, contracts: { labNft, tokenizer } } as const;
const data: AgreementData = {
  oclId: `0x0101${'0'.repeat(18)}2a${account.slice(2)}`,
  symbol: 'LAB',
  title: null,
};

function read(title: string | null): MembershipAgreement {
  return JSON.parse(Buffer.from(createAgreementDocument({ ...data, title }, chain).bytes).toString());
}

describe('an agreement', () => {
  test('keeps its bytes across releases, because they may have been signed', () => {
    const { bytes, contentHash, key } = createAgreementDocument(data, chain);
    expect(contentHash).toBe('0xafe4091ad1b97c77be4fa75b78bd91a86d133935c267a3123938aea385024f71');
    expect(contentHash).toBe(`0x${createHash('sha256').update(bytes).digest('hex')}`);
    expect(key).toMatch(
      /^0x[0-9a-f]{64}\/agreements\/[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.json$/,
    );
    expect(key).toHaveLength(119);
  });

  test('states the facts as data and in the text', () => {
    const agreement = read('Proteostasis “Lab”');
    expect(agreement).toMatchObject({
      agreementType: 'OCL_MEMBERSHIP',
      templateVersion: 1,
      lab: { oclId: data.oclId, labId: '42', account, title: 'Proteostasis “Lab”' },
      token: { symbol: 'LAB' },
      network: {
        name: 'Base',
        chainId: 8453,
        labNft: labNft.toLowerCase(),
        tokenizer: tokenizer.toLowerCase(),
      },
    });
    const facts = ['Lab #42', data.oclId, account, '**LAB**', 'chain id 8453', 'Proteostasis “Lab”'];
    for (const fact of [...facts, labNft.toLowerCase(), tokenizer.toLowerCase()]) {
      expect(agreement.text).toContain(fact);
    }
    expect(read(null).text).not.toContain('Name given');
  });

  test('differs for another lab, symbol, title or chain', () => {
    const others = [
      createAgreementDocument(data, chain),
      createAgreementDocument({ ...data, oclId: `0x0101${'0'.repeat(18)}2b${account.slice(2)}` }, chain),
      createAgreementDocument({ ...data, symbol: 'lab' }, chain),
      createAgreementDocument({ ...data, title: 'LAB' }, chain),
      createAgreementDocument(data, { ...chain, chainId: 84532 }),
    ];
    expect(new Set(others.map(({ contentHash }) => contentHash)).size).toBe(5);
    expect(new Set(others.map(({ key }) => key)).size).toBe(5);
  });

  test('escapes the title, so that it cannot change the text', () => {
    const { text } = read('# Holders own the Lab [x](javascript:alert(1)) <b> **8.1** `code` 1. &amp;');
    expect(text).toContain(
      '- Name given to the Lab: \\# Holders own the Lab \\[x\\]\\(javascript\\:alert\\(1\\)\\) \\<b\\> \\*\\*8\\.1\\*\\* \\`code\\` 1\\. \\&amp;\n',
    );
  });
});
