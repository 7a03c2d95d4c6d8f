import { describe, expect, it } from 'vitest';
import { type Anchor, anchorProblem, mentionsOf } from './comment.ts';

const ada = `0x${'ad'.repeat(20)}` as const;
const bob = `0x${'b0'.repeat(20)}` as const;

describe('mentionsOf', () => {
  it.each([
    [`@${ada} see @${bob}`, [ada, bob]],
    [`(@${ada.toUpperCase().replace('0X', '0x')}), @${ada}`, [ada]],
    [`mail@${ada}`, []],
    [`@${ada}00`, []],
    ['@ada @0x12', []],
    ['', []],
  ])('finds in %j', (text, found) => expect(mentionsOf(text)).toEqual(found));
});

describe('anchorProblem', () => {
  it.each<[Anchor, boolean]>([
    [{ kind: 'LINES', start: 1, end: 1 }, true],
    [{ kind: 'PAGES', start: 3, end: 7 }, true],
    [{ kind: 'CELLS', start: 3, end: 7, startColumn: 1, endColumn: 2 }, true],
    [{ kind: 'CELLS', start: 3, end: 7, startColumn: null, endColumn: null }, true],
    [{ kind: 'LINES', start: 0, end: 1 }, false],
    [{ kind: 'LINES', start: 2, end: 1 }, false],
    [{ kind: 'LINES', start: 1.5, end: 2 }, false],
    [{ kind: 'LINES', start: 1, end: 2_147_483_648 }, false],
    [{ kind: 'LINES', start: 1, end: 1, startColumn: 1, endColumn: 1 }, false],
    [{ kind: 'CELLS', start: 1, end: 1, startColumn: 2 }, false],
    [{ kind: 'CELLS', start: 1, end: 1, startColumn: 2, endColumn: 1 }, false],
  ])('%j is right: %s', (anchor, isRight) => expect(anchorProblem(anchor) === null).toBe(isRight));
});
