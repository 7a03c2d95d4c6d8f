import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { listen } from '@labroom/testing/transports/listen.ts';
import { fillRoom, roomCategory } from '../data/fill-room.ts';
import type { BenchContext } from '../stack/bench-context.ts';
import { desktop, phone, type Screen, ScrolledPage } from '../stack/scrolled-page.ts';
import { startWeb } from '../stack/web-process.ts';
import type { Case, Row } from './row.ts';

/** With four documents: 8,540 files. */
const PLATES = 88;

/** The page of a data room filters and sorts over all files, but has the rows near the screen only. */
export const largeRoom: Row = {
  name: 'W19',
  title:
    'all files of a room in one list, in Chromium on a desktop and on a phone (390 pixels, a quarter of the speed)',
  note: 'Names: from the navigation until all are listed, wanted within 1,000 ms. Search: from a typed name until the frame with its row alone. Frames: times between frames at the 95th percentile, scrolled by wheel or finger at 4,000 pixels a second, and dragged through the whole list in 5 s. Scripts come from the cache of the browser.',
  async prepare(context) {
    const stack = await context.emptyStack();
    const { lab, paths } = await fillRoom(stack, context.quick ? 2 : PLATES);
    const web = await startWeb(context, stack);
    const room = `${web.url}/labs/${lab.oclId}/files?category=${roomCategory}`;
    const plain = await servePlainRows(context, paths);
    const tab = await ScrolledPage.open(context);
    return [desktop, phone].map((screen) => caseOf(tab, screen, { room, plain, paths }));
  },
};

function caseOf(
  tab: ScrolledPage,
  screen: Screen,
  { room, plain, paths }: { room: string; plain: string; paths: readonly string[] },
): Case {
  const roomHas = (count: number) =>
    `document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') === '${count + 1}'`;
  const searchFor = (text: string, isThere: string) => `(async () => {
    const input = document.querySelector('input[type="search"]');
    const begun = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(text)});
    input.dispatchEvent(new Event('input', { bubbles: true }));
    while (!(${isThere})) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  })()`;
  const shown = `document.querySelectorAll('main > div:not([hidden])').length`;
  const [sides, searched] = [
    { ours: [room, roomHas(paths.length)], peer: [plain, `${shown} === ${paths.length}`] },
    { ours: roomHas(1), peer: `${shown} === 1` },
  ] as const;
  const links = { ours: '[data-entry] [title]', peer: 'main > div:not([hidden]) a' };
  const measure = (side: keyof typeof sides) => async () => {
    const [url, isThere] = sides[side];
    const names = await tab.goto(url, screen, isThere);
    const scrolled = at95(await tab.scroll());
    const dragged = at95(await tab.drag());
    const search = await tab.page.evaluate<number>(searchFor(paths.at(-1) ?? '', searched[side]));
    await tab.rest();
    return {
      'names ms': names,
      'search ms': search,
      'frame ms, scrolled': scrolled,
      'frame ms, dragged': dragged,
    };
  };
  const asPlain = { better: 'less', target: { beside: 'peer', atMost: 1.3 } } as const;
  return {
    name: `${paths.length.toLocaleString('en')} files, ${screen.name}`,
    figures: {
      'names ms': { better: 'less' },
      'search ms': { better: 'less' },
      'frame ms, scrolled': asPlain,
      'frame ms, dragged': asPlain,
    },
    sides: {
      ours: { what: 'the data room', measure: measure('ours') },
      peer: { what: 'plain rows with the same cells, all in the document', measure: measure('peer') },
    },
    async compare() {
      const found: Record<string, string> = {};
      for (const side of ['ours', 'peer'] as const) {
        await tab.goto(sides[side][0], screen, sides[side][1]);
        await tab.page.evaluate(searchFor(paths.at(-1) ?? '', searched[side]));
        found[side] = await tab.page.evaluate(`document.querySelector('${links[side]}').textContent`);
      }
      assert.equal(found.ours, found.peer);
    },
  };
}

function at95(times: number[]): number {
  assert(times.length > 20, 'The page renders no frames');
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** The rows as a page without a framework would have them. */
async function servePlainRows(context: BenchContext, paths: readonly string[]): Promise<string> {
  const rows = paths.map((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return `<div><input type=checkbox><span><a href="?${path}" title="${path}">${name}</a> <i>${path}</i></span><b>Public</b><b>1</b><b>40 B</b><b>now</b></div>`;
  });
  const html = `<!doctype html><meta name=viewport content="width=device-width"><style>
    body { margin: 0; font: 13px sans-serif }
    main > div { display: grid; grid-template-columns: 40px 1fr 136px 80px 104px 128px; align-items: center;
      height: 40px; border-bottom: 1px solid #ddd }
    [hidden] { display: none !important }
    span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    @media (max-width: 400px) { main > div { grid-template-columns: 40px 1fr 96px; height: 56px } b ~ b { display: none } }
    </style><input type=search><main>${rows.join('')}</main><script>
    const rows = [...document.querySelectorAll('main > div')].map((row) => [row, row.textContent.toLowerCase()]);
    document.querySelector('input[type=search]').oninput = ({ target: { value } }) =>
      rows.forEach(([row, text]) => { row.hidden = !text.includes(value.toLowerCase()) });
    </script>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  const { url, close } = await listen(server);
  context.onEnd(close);
  return url;
}
