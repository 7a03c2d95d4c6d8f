import { encodeAbiParameters, toFunctionSelector } from 'viem';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSupply, selectors } from './read-supply.ts';

const token = `0x${'1'.repeat(40)}` as const;
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value]);

/** A node that returns these values by selector. */
function node(answers: Record<string, unknown>): void {
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const [{ data }] = JSON.parse(body).params;
    return Response.json(
      data in answers ? { result: answers[data] } : { error: { code: 3, message: 'reverted' } },
    );
  });
}

describe('reading the supply without wallet code', () => {
  afterEach(() => vi.unstubAllGlobals());

  it("uses the selectors of the contracts' functions", () => {
    for (const [name, selector] of Object.entries(selectors)) {
      expect(toFunctionSelector(`function ${name}()`)).toBe(selector);
    }
  });

  it('reads numbers of any size', async () => {
    const answers = { totalSupply: 2n ** 200n, totalIssued: 2n ** 201n, decimals: 18n, capped: 1n };
    node(
      Object.fromEntries(
        Object.entries(answers).map(([name, value]) => [selectors[name as 'capped'], word(value)]),
      ),
    );
    expect(await readSupply('http://node', token, false)).toEqual({
      ...answers,
      decimals: 18,
      capped: true,
    });
  });

  it('reads only ERC-20 functions of an attached token', async () => {
    node({ [selectors.totalSupply]: word(7n), [selectors.decimals]: word(6n) });
    expect(await readSupply('http://node', token, true)).toEqual({
      totalSupply: 7n,
      totalIssued: 7n,
      decimals: 6,
      capped: false,
    });
    await expect(readSupply('http://node', token, false)).rejects.toThrow('no number for totalIssued');
  });
});
