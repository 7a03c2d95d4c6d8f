import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Check, CheckName, MadeCheck } from '#lib/tokenize/check.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { CheckResults } from './check-results.tsx';

const names: CheckName[] = ['token', 'agreement', 'terms', 'acceptance', 'signature'];
const made = (name: CheckName, result: MadeCheck['result']): Check => ({
  ...{ name, result, facts: [], title: `${name} ${result}`, says: `Why ${name} ${result}.` },
});
const allHold = names.map((name) => made(name, 'holds'));
const instead = (changed: Check) => allHold.map((check) => (check.name === changed.name ? changed : check));

/** What the page shows: the verdict, if any, and the title and state of each check. */
function shown(checks: readonly Check[], { isOver = true, failure = null as FailureText | null } = {}) {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <CheckResults
      checks={checks}
      isOver={isOver}
      failure={failure}
      again={<button type="button">Again</button>}
    />,
  );
  const steps = [...page.querySelectorAll('li')].map((step) => step.querySelector('p')?.textContent ?? '');
  const details = [...page.querySelectorAll('li')].map(
    (step) => step.querySelector('div > div')?.textContent,
  );
  page.querySelector('ol')?.remove();
  return { verdict: page.textContent, steps, details };
}

describe('the verdict on a tokenization', () => {
  test('is that it passes only if every check holds', () => {
    const { verdict, steps } = shown(allHold);
    expect(verdict).toContain('The tokenization passes.');
    expect(steps).toEqual(names.map((name) => `${name} holds (done)`));
  });

  test.each(names)('is that it does not pass if the check of the %s fails, and why', (name) => {
    const { verdict, steps } = shown(instead(made(name, 'fails')));
    expect(verdict).toBe(`The tokenization does not pass.Why ${name} fails.`);
    expect(steps[names.indexOf(name)]).toBe(`${name} fails (failed)`);
  });

  test.each(names)('is that it could not be checked if nothing is known about the %s', (name) => {
    const { verdict, steps, details } = shown(
      instead({ name, result: 'unknown', says: 'The node did not respond.', facts: [] }),
    );
    expect(verdict).toContain('The tokenization could not be checked.4 of 5 checks hold.');
    expect(verdict).not.toMatch(/pass/);
    const position = names.indexOf(name);
    expect(steps[position]).toMatch(/\? \(not known\)$/);
    expect(details[position]).toBe('Not checked. The node did not respond.');
  });

  test('is that it does not pass if one check fails, although others could not be made', () => {
    const failure = { title: 'The chain does not respond.' };
    const { verdict } = shown([made('token', 'holds'), made('agreement', 'fails')], { failure });
    expect(verdict).toBe('The tokenization does not pass.Why agreement fails.');
  });

  test('names every check that fails', () => {
    const { verdict } = shown(names.map((name) => made(name, 'fails')));
    for (const name of names) expect(verdict).toContain(`Why ${name} fails.`);
  });

  test.each(names.map((_, count) => count))(
    'is that it could not be checked if the node ends after %i',
    (count) => {
      const failure = { title: 'The chain does not respond.', advice: 'Try again.' };
      const { verdict, steps, details } = shown(allHold.slice(0, count), { failure });
      expect(verdict).toContain(
        'The tokenization could not be checked.The chain does not respond. Try again.',
      );
      expect(verdict).not.toMatch(/pass/);
      expect(steps.slice(count).every((title) => title.endsWith('? (not known)'))).toBe(true);
      expect(details[count]).toBe('Not checked. The chain does not respond.');
      for (const detail of details.slice(count + 1))
        expect(detail).toBe('Not checked. It needs what a check before it did not find.');
    },
  );

  test.each(names.map((_, count) => count))('is not given while checks are missing: after %i', (count) => {
    const { verdict, steps } = shown(allHold.slice(0, count), { isOver: false });
    expect(verdict).toBe('');
    expect(steps[count]).toMatch(/\? \(under way\)$/);
    expect(steps.slice(count + 1).every((title) => title.endsWith('? (not yet)'))).toBe(true);
  });
});
