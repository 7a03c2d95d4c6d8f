'use client';
import { part } from '../../ui/part.tsx';

/** A field in the place of a name. */
export const RenameField = part(async () => (await import('./rename-field.tsx')).RenameField);
