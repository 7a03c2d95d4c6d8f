/** `@labroom/client/comments`: comments on files, encrypted where the file is. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry
export {
  commentInput,
  type DiscussionKeyring,
  publicKeyring,
  readComment,
} from '../comments/comments-api.ts';
