'use client';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { onToast, type Toast } from './toast.ts';

const ToastList = dynamic(() => import('./toast-list.tsx').then((module) => module.ToastList), {
  ssr: false,
});

/** Container of toasts. Their code is loaded with the first toast. */
export function Toaster() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  useEffect(() => onToast((toast) => setToasts((earlier) => [...earlier, toast])), []);
  return toasts.length > 0 ? <ToastList toasts={toasts} /> : null;
}
