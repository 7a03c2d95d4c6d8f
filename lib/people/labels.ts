import { labelsKey, setBrowserNames } from './name-store.ts';

/** The reader's own name for an address, kept in this browser. */
interface Label {
  text: string;
  /** `nameKey` of the text. */
  key: string;
}

type Labels = Record<string, Label>;

/** Shows the stored labels. A storage that is blocked or damaged has none. */
export function readLabels(): void {
  const labels = Object.entries(storedLabels());
  setBrowserNames({
    labels: new Map(labels.map(([address, { text }]) => [address, text])),
    labelKeys: new Map(labels.map(([address, { key }]) => [key, address])),
  });
}

function storedLabels(): Labels {
  try {
    return parseLabels(localStorage.getItem(labelsKey));
  } catch {
    return {};
  }
}

export function parseLabels(text: string | null): Labels {
  const value: unknown = JSON.parse(text ?? '{}');
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, label]) => isLabel(label)));
}

function isLabel(label: unknown): label is Label {
  if (typeof label !== 'object' || label === null || !('text' in label) || !('key' in label)) return false;
  return typeof label.text === 'string' && typeof label.key === 'string';
}

/** Sets or, with an empty text, removes a label. */
export async function setLabel(address: string, text: string): Promise<void> {
  // The table of look-alikes is large, so only this loads it.
  const { nameKey } = await import('@labroom/protocol/look-alikes');
  const { [address]: _, ...others } = storedLabels();
  const labels = text === '' ? others : { ...others, [address]: { text, key: nameKey(text) } };
  localStorage.setItem(labelsKey, JSON.stringify(labels));
  readLabels();
}
