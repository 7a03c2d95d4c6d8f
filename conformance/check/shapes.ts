import { z } from 'zod';

/** Shapes of single values, as the documents describe them. */
export const dateTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** The inside of a pattern. */
export const oclIdIn = '0x0101[0-9a-f]{60}';
export const oclId = z.string().regex(new RegExp(`^${oclIdIn}$`));
export const address = z.string().regex(/^0x[0-9a-f]{40}$/);
export const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
export const did = z.string().regex(/^did:odf:fed01[0-9a-f]{64}$/);
export const decimal = z.string().regex(/^(0|[1-9]\d*)$/);
export const words = z.string().min(1);
export const text = z.string().nullable();
export const storedHash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
export const mimeType = z.string().regex(/^[\w.+-]+\/[\w.+-]+/);
export const accessLevel = z.enum(['PUBLIC', 'HOLDERS', 'ADMIN']);
export const strings = z.array(z.string());
