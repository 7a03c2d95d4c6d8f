'use client';
import { useEffect, useState } from 'react';
import { late } from './late.tsx';
import { onToast, type Toast } from './toast.ts';

const ToastList = late(() => import('./toast-list.tsx').then((module) => module.ToastList));

/** Container of toasts. Their code is loaded with the first toast. */
export function Toaster() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  useEffect(() => onToast((toast) => setToasts((earlier) => [...earlier, toast])), []);
  return toasts.length > 0 ? <ToastList toasts={toasts} /> : null;
}
