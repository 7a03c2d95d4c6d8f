import 'react';

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Lets a file input choose a folder; in every browser, in no standard. */
    webkitdirectory?: '' | undefined;
  }
}
