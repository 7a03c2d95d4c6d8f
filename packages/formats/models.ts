export type { ModelOf, OptionsOf, ReaderId, SourceOf } from './worker/readers.ts';
