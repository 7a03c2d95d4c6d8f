'use client';
import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { openFile } from '@labroom/client/download/open-file';
import { useCallback, useEffect, useRef, useState } from 'react';
import { downloadApi } from '#lib/download/browser-download-api.ts';

export type OpenedFile =
  | { kind: 'closed' | 'cancelled' }
  | { kind: 'opening'; bytes: number }
  /** Verified against the stored hash and, if encrypted, decrypted. Kept only in memory. */
  | { kind: 'open'; body: Blob }
  | { kind: 'refused'; error: unknown };

/** The content of one version: downloaded, decrypted and verified on demand; released when the component unmounts. */
export function useOpenedFile(oclId: string, version: FileVersion) {
  const [state, setState] = useState<OpenedFile>({ kind: 'closed' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const open = useCallback(async (): Promise<Blob | null> => {
    controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    setState({ kind: 'opening', bytes: 0 });
    try {
      const ports = { api: downloadApi, crypto: fileCrypto };
      const onBytes = (bytes: number) => setState({ kind: 'opening', bytes });
      const { body } = await openFile(ports, oclId, version, { signal, onBytes });
      setState({ kind: 'open', body });
      return body;
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'refused', error });
      return null;
    }
  }, [oclId, version]);

  const cancel = useCallback(() => {
    controller.current?.abort();
    setState({ kind: 'cancelled' });
  }, []);

  return { state, open, cancel };
}
