/** Progress of creating a lab. It is kept in the URL, so that a reload continues; nothing in it is secret. */
export type CreateLabProgress =
  | { step: 'mint' }
  /** The mint is sent. */
  | { step: 'mining'; hash: `0x${string}` }
  /** Minted, perhaps not registered. */
  | { step: 'register'; oclId: `0x${string}` };

/** Reads `?tx=` and `?lab=` of the page's URL. */
export function readProgress(params: Pick<URLSearchParams, 'get'>): CreateLabProgress {
  const oclId = params.get('lab')?.toLowerCase();
  if (oclId && /^0x0101[0-9a-f]{60}$/.test(oclId)) return { step: 'register', oclId: oclId as `0x${string}` };
  const hash = params.get('tx')?.toLowerCase();
  if (hash && /^0x[0-9a-f]{64}$/.test(hash)) return { step: 'mining', hash: hash as `0x${string}` };
  return { step: 'mint' };
}

/** The query that `readProgress` reads again. */
export function writeProgress(progress: CreateLabProgress): string {
  if (progress.step === 'mining') return `?tx=${progress.hash}`;
  return progress.step === 'register' ? `?lab=${progress.oclId}` : '';
}

const key = (wallet: string) => `labroom.new-lab.${wallet}`;

/** Stores the progress of a wallet in local storage, so that it survives closing the tab. */
export function rememberProgress(wallet: string, progress: CreateLabProgress): void {
  localStorage.setItem(key(wallet), writeProgress(progress));
}

/** The stored, unfinished progress of a wallet, or `null`. */
export function rememberedProgress(wallet: string): CreateLabProgress | null {
  const query = localStorage.getItem(key(wallet));
  const progress = query ? readProgress(new URLSearchParams(query)) : null;
  return progress?.step === 'mint' ? null : progress;
}

export function forgetProgress(wallet: string): void {
  localStorage.removeItem(key(wallet));
}

/** What a new lab is to be called. It is kept until the lab has it. */
export interface LabDraft {
  name: string;
  /** Markdown. */
  description: string;
}

/** Each lab that is being created has its own draft, so that no other lab gets the name. */
const draftKey = (progress: CreateLabProgress) => `labroom.new-lab.draft${writeProgress(progress)}`;

/** Stores a draft in local storage, for every wallet: it is written before a wallet is connected. */
export function rememberDraft(progress: CreateLabProgress, { name, description }: LabDraft): void {
  localStorage.setItem(draftKey(progress), new URLSearchParams({ name, description }).toString());
}

/** The draft of a lab at a step. Its texts are empty if there is none. */
export function rememberedDraft(progress: CreateLabProgress): LabDraft {
  const stored = new URLSearchParams(localStorage.getItem(draftKey(progress)) ?? '');
  return { name: stored.get('name') ?? '', description: stored.get('description') ?? '' };
}

export function forgetDraft(progress: CreateLabProgress): void {
  localStorage.removeItem(draftKey(progress));
}
