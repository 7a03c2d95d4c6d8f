'use client';
import { useEffect, useState } from 'react';
import { part } from './part.tsx';
import { onToast, type Toast } from './toast.ts';

const ToastList = part(async () => (await import('./toast-list.tsx')).ToastList);

/** Container of toasts. Their code is loaded with the first toast. */
export function Toaster() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  useEffect(() => onToast((toast) => setToasts((earlier) => [...earlier, toast])), []);
  return toasts.length > 0 ? <ToastList toasts={toasts} /> : null;
}
