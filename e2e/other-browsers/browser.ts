export interface Browser {
  version: string;
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page and returns its value, which must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export type OpenBrowser = () => Promise<Browser>;
