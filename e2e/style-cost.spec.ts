import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';

interface TraceEvent {
  name: string;
  ts: number;
  args: { elementCount?: number };
}

// A rule such as `:root:has(…) > *` makes the browser compute the styles of the whole page at each inserted element.
test('for an inserted element the browser computes the styles of few others', async ({ page, browser }) => {
  for (const path of [
    '/',
    '/labs',
    '/developers',
    labPath(lab),
    labPath(lab, 'files'),
    labPath(lab, 'activity'),
  ]) {
    await page.goto(path);
    await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] });
    const elements = await page.evaluate(() => {
      const computeStyles = () => document.body.offsetHeight;
      computeStyles();
      performance.mark('inserted');
      const added = document.createElement('input');
      added.setAttribute('value', 'any');
      document.getElementById('content')?.append(added);
      computeStyles();
      performance.mark('computed');
      return document.querySelectorAll('*').length;
    });
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    const at = (mark: string) => trace.traceEvents.find(({ name }) => name === mark)?.ts ?? Number.NaN;
    const computed = trace.traceEvents.filter(
      ({ name, ts }) => name === 'UpdateLayoutTree' && ts > at('inserted') && ts < at('computed'),
    );
    expect(computed, path).toHaveLength(1);
    expect((computed[0]?.args.elementCount ?? elements) / elements, path).toBeLessThan(0.2);
  }
});
