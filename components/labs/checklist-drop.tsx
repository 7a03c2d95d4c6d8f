'use client';
import { late } from '../ui/late.tsx';

/** Loaded for those who may upload, when the lab has no files. */
export const ChecklistDrop = late(() =>
  import('./first-files-drop.tsx').then((module) => module.FirstFilesDrop),
);
