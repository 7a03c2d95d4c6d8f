import 'react';

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Lets a file input choose a folder. Not standardized, but every browser supports it. */
    webkitdirectory?: '' | undefined;
  }
}
