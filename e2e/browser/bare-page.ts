import type { Cdp } from './cdp.ts';

const LONGEST_WAIT_MS = 120_000;

/** A tab of Chromium without Playwright, controlled by expressions evaluated in the page. */
export class BarePage {
  readonly #cdp: Cdp;
  readonly #session: string;

  private constructor(cdp: Cdp, session: string) {
    this.#cdp = cdp;
    this.#session = session;
  }

  static async open(cdp: Cdp): Promise<BarePage> {
    const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const page = new BarePage(cdp, sessionId);
    await page.send('Page.enable');
    return page;
  }

  send<Result>(method: string, params: Record<string, unknown> = {}): Promise<Result> {
    return this.#cdp.send<Result>(method, params, this.#session);
  }

  async goto(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.#cdp.on('Page.loadEventFired', () => resolve()));
    await this.send('Page.navigate', { url });
    await loaded;
  }

  /** Evaluates an expression in the page, awaits the result and returns it. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The expression failed');
    return result.value;
  }

  /**
   * Waits until an expression is true, checking after every change of the document. On timeout, fails with the page's
   * text.
   */
  async until(expression: string, within = LONGEST_WAIT_MS): Promise<void> {
    await this.evaluate(`new Promise((resolve, reject) => {
      const look = () => {
        if (!(${expression})) return;
        clearTimeout(end);
        observer.disconnect();
        resolve();
      };
      const observer = new MutationObserver(look);
      const end = setTimeout(() => {
        observer.disconnect();
        reject(new Error(${JSON.stringify(`Never true: ${expression}. The page says:\n`)} + document.body.innerText));
      }, ${within});
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      look();
    })`);
  }

  /** Sets the files of an input, like the browser's file dialog. */
  async setFiles(selector: string, files: string[]): Promise<void> {
    const { result } = await this.send<{ result: { objectId: string } }>('Runtime.evaluate', {
      expression: `document.querySelector(${JSON.stringify(selector)})`,
    });
    await this.send('DOM.setFileInputFiles', { files, objectId: result.objectId });
  }
}
