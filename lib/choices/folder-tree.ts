/** A cookie, so that the server leaves the tree of folders out of data rooms for readers who closed it. */
export const folderTreeCookie = 'labroom-folders';

/** Whether the tree is shown; it is, unless it was closed. */
export const parseFolderTree = (value: string | undefined): boolean => value !== 'closed';
