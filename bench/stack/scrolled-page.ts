import { startBareChromium } from '../../e2e/browser/bare-chromium.ts';
import { BarePage } from '../../e2e/browser/bare-page.ts';
import type { BenchContext } from './bench-context.ts';

export interface Screen {
  name: string;
  width: number;
  height: number;
  isPhone: boolean;
  /** How many times slower than this machine. */
  slowdown: number;
}

export const desktop: Screen = { name: 'desktop', width: 1440, height: 900, isPhone: false, slowdown: 1 };
export const phone: Screen = { name: 'phone', width: 390, height: 844, isPhone: true, slowdown: 4 };

/** Pixels per second of a finger or wheel. */
const SPEED = 4_000;
const SECONDS = 5;

/** Keeps the times between frames in `gaps`, as the frames have them, until `isOver`. */
const recordFrames = `{
  globalThis.gaps = [];
  globalThis.isOver = false;
  let last;
  const frame = (now) => {
    if (last !== undefined) gaps.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}`;
const frameTimes = '((globalThis.isOver = true), gaps)';

/** A tab that scrolls, and tells the times between its frames in milliseconds. */
export class ScrolledPage {
  readonly page: BarePage;
  #screen = desktop;

  constructor(page: BarePage) {
    this.page = page;
  }

  static async open(context: BenchContext): Promise<ScrolledPage> {
    const chromium = await startBareChromium();
    context.onEnd(() => chromium.close());
    const page = await BarePage.open(chromium.cdp);
    // A tab in the background renders no frames.
    await page.send('Page.bringToFront');
    return new ScrolledPage(page);
  }

  /** Opens a page, and returns the milliseconds from the navigation until the expression is true. */
  async goto(url: string, screen: Screen, isThere: string): Promise<number> {
    this.#screen = screen;
    const { width, height, isPhone: mobile, slowdown: rate } = screen;
    const deviceScaleFactor = mobile ? 3 : 1;
    await this.page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile });
    await this.page.send('Emulation.setTouchEmulationEnabled', { enabled: mobile });
    await this.page.send('Emulation.setCPUThrottlingRate', { rate });
    await this.page.goto(url);
    await this.page.until(isThere);
    return this.page.evaluate('performance.now()');
  }

  /** With a finger or a wheel. */
  async scroll(): Promise<number[]> {
    const { width, height, isPhone } = this.#screen;
    await this.page.evaluate('scrollTo(0, 0)');
    await this.page.evaluate(recordFrames);
    await this.page.send('Input.synthesizeScrollGesture', {
      x: width / 2,
      y: height / 2,
      yDistance: -SPEED * SECONDS,
      speed: SPEED,
      gestureSourceType: isPhone ? 'touch' : 'mouse',
      preventFling: true,
    });
    return this.page.evaluate(frameTimes);
  }

  /** Ends the slowdown, which keeps a core busy. */
  async rest(): Promise<void> {
    await this.page.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }

  /** From the beginning to the end, as with the scroll bar: each frame shows other rows. */
  async drag(): Promise<number[]> {
    await this.page.evaluate(recordFrames);
    await this.page.evaluate(`(async () => {
      const begun = performance.now();
      for (let part = 0; part < 1; part = (performance.now() - begun) / ${SECONDS * 1_000}) {
        scrollTo(0, part * document.body.scrollHeight);
        await new Promise(requestAnimationFrame);
      }
    })()`);
    return this.page.evaluate(frameTimes);
  }
}
