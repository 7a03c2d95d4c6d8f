'use client';
import { part } from '../../ui/part.tsx';

/** Takes the first files of a lab. For those who may upload. */
export const FirstFilesDrop = part(async () => (await import('./first-files-drop.tsx')).FirstFilesDrop);
