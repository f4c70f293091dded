/** Files in and out: a button that opens a text file, and a link that downloads bytes. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { bytes as size } from '../words.ts';

interface TextFileButtonProps {
  readonly label: string;
  readonly onText: (text: string, name: string) => unknown;
  /** Which files; JSON unless given. */
  readonly accept?: string;
}

export function TextFileButton({ label, onText, accept = '.json' }: TextFileButtonProps) {
  return (
    <label class="button">
      {label}
      <input
        type="file"
        class="unseen"
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void file.text().then((text) => onText(text, file.name));
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

interface DownloadLinkProps {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function DownloadLink({ name, bytes }: DownloadLinkProps) {
  const url = useMemo(
    () => URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>])),
    [bytes],
  );
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <a class="button" href={url} download={name}>
      {name} <span class="quiet">{size(bytes.length)}</span>
    </a>
  );
}

interface FileDropProps {
  readonly label: string;
  readonly hint: string;
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A place for several files, chosen or dropped. */
export function FileDrop({ label, hint, isDisabled, onFiles }: FileDropProps) {
  const { isOver, events } = useDrop((files) => !isDisabled && onFiles(files));
  return (
    <fieldset aria-label={label} class={`picker small${isOver ? ' over' : ''}`} {...events}>
      <label class="button">
        {label}
        <input
          type="file"
          class="unseen"
          multiple
          disabled={isDisabled}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <p>{hint}</p>
    </fieldset>
  );
}

/** What a place needs for files to be dropped on it. */
export function useDrop(onFiles: (files: readonly File[]) => unknown) {
  const [isOver, setOver] = useState(false);
  const events = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    },
  };
  return { isOver, events };
}
