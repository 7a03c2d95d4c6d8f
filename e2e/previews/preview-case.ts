import type { Locator } from '@playwright/test';

export type Content = string | Uint8Array<ArrayBuffer>;

/** A file whose content is not what its name promises, or that attacks its reader. */
interface HostileVariant {
  /** Added to the name of the file, before its extension. */
  name: string;
  /** `canary`: host that must never be called. */
  content(canary: string): Content | Promise<Content>;
  /** What the preview says or shows. */
  says: string | RegExp;
}

/** One format: a file, what its preview must show, and files that attack it. */
export interface PreviewCase {
  /** Name of the file, which decides the format. */
  name: string;
  format: string;
  content(): Content | Promise<Content>;
  /** Waits until something that only this content contains is visible. */
  shows(preview: Locator): Promise<void>;
  hostile?: readonly HostileVariant[];
  /** Other files of the room that this one refers to, by path. */
  beside?: Readonly<Record<string, () => Content | Promise<Content>>>;
  /** Tested with every change. The others are tested for a release. */
  isQuick?: boolean;
  /** Scripts, WebAssembly, styles and fonts that the preview may load in addition to the data room's page, in kB. */
  budgetKb: number;
  /** For `docs/previews.md`. */
  notes: {
    library: string;
    notShown: string;
    /** Where it is less than the limit of the format. */
    maxBytes?: number;
  };
}
