import type { UploadSettings } from '#lib/upload/upload-item.ts';

/** Whether the text of files is sent for search, for either kind of access. */
export interface TextChoice {
  ofPublicFiles: boolean;
  ofSecretFiles: boolean;
  /** The text as the user changed it, for a single file. */
  typed: string | null;
}

export const defaultText: TextChoice = { ofPublicFiles: true, ofSecretFiles: false, typed: null };

export function textSettings(
  { ofPublicFiles, ofSecretFiles, typed }: TextChoice,
  encrypted: boolean,
): Pick<UploadSettings, 'contentText' | 'readsText'> {
  if (encrypted && !ofSecretFiles) return {};
  // Text of the previous version does not describe the new one.
  if (!encrypted && !ofPublicFiles) return { contentText: '' };
  if (typed !== null) return { contentText: typed };
  return { readsText: encrypted ? 'ofAllFiles' : 'ofPublicFiles' };
}
