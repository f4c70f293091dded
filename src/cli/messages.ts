/** What the thread that carries out a command tells the one that listens to signals. */

export type Message =
  /** A file or folder that has to go if the command is ended, or need not any more; `folder/` only if it is empty. */
  | { readonly kind: 'leftover'; readonly path: string; readonly isThere: boolean }
  /** What is to be said of files if the command is cancelled. */
  | { readonly kind: 'words'; readonly words: string };

/** What it needs to know of the terminal, which a thread does not see. */
export interface Terminal {
  readonly columns: number | undefined;
}
