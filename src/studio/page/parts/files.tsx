/** Files in and out: a button that opens a text file, and a link that downloads bytes. */

import { useEffect, useMemo } from 'preact/hooks';
import { bytes as size } from '../words.ts';

interface TextFileButtonProps {
  readonly label: string;
  readonly onText: (text: string, name: string) => unknown;
}

export function TextFileButton({ label, onText }: TextFileButtonProps) {
  return (
    <label class="button">
      {label}
      <input
        type="file"
        class="unseen"
        accept=".json"
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
