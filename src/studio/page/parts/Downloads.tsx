/** The files of the study, its settings, and the command that does the same. */

import { useMemo, useState } from 'preact/hooks';
import { announce, makeFiles, signWith } from '../actions.ts';
import { hasSchema } from '../choices.ts';
import { commandText, SCHEMA_FILE, schemaText, settingsText } from '../command.ts';
import { canPickFolder, saveInFolder } from '../folder.ts';
import { pageWords } from '../pageWords.ts';
import { saveFile } from '../server.ts';
import {
  busy,
  choices,
  files,
  isFitOld,
  isForced,
  saveFolder,
  signingKey,
  study,
  table,
} from '../state.ts';
import { DownloadLink, TextFileButton } from './files.tsx';
import { JobButton } from './JobButton.tsx';

const bytesOf = (text: string) => new TextEncoder().encode(text);

export function Downloads() {
  const { value: chosen } = choices;
  const name = table.value?.name ?? 'table.csv';
  if (chosen.response === null) return null;
  const own: Readonly<Record<string, Uint8Array>> = {
    'settings.json': bytesOf(settingsText(name, chosen)),
    ...(hasSchema(chosen.schema) && {
      [SCHEMA_FILE]: bytesOf(schemaText(chosen)),
    }),
  };
  return (
    <section aria-labelledby="files-title">
      <h3 id="files-title">Files</h3>
      {study.value && !isFitOld.value && <StudyFiles own={own} />}
      <div class="bar files">
        {Object.entries(own).map(([file, bytes]) => (
          <DownloadLink key={file} name={file} bytes={bytes} />
        ))}
      </div>
      <Command text={commandText(name, chosen)} />
    </section>
  );
}

function StudyFiles({ own }: { readonly own: Readonly<Record<string, Uint8Array>> }) {
  const [saved, setSaved] = useState<string | null>(null);
  const made = files.value;
  const word = study.value?.results.verdict.word;
  const all = { ...made?.files, ...own };
  const save = (saving: Promise<string | null>) => {
    const tell = (words: string | null) => {
      setSaved(words);
      if (words !== null) announce(words);
    };
    void saving.then(tell, (error: Error) => tell(error.message));
  };
  return (
    <>
      {word === 'do-not-release' && (
        <label class="check">
          <input
            type="checkbox"
            checked={isForced.value}
            onChange={(event) => {
              isForced.value = event.currentTarget.checked;
              files.value = null;
            }}
          />{' '}
          Make the synthetic table and the model although they should not be released; the report
          says so
        </label>
      )}
      <SigningKey />
      {made ? (
        <>
          {made.notes.map((note) => (
            <p class="note" key={note}>
              {pageWords(note)}
            </p>
          ))}
          {!Object.keys(made.files).some((file) => file.startsWith('synthetic')) && (
            <p class="note">
              Neither the synthetic table nor the model is among the files: they should not be
              released.
            </p>
          )}
          <div class="bar files">
            {Object.entries(made.files)
              .filter(([file]) => !Object.hasOwn(own, file))
              .map(([file, bytes]) => (
                <DownloadLink key={file} name={file} bytes={bytes} />
              ))}
            {saveFolder.value !== null ? (
              <button type="button" onClick={() => save(saveAll(all))}>
                Save all in {saveFolder.value}
              </button>
            ) : (
              canPickFolder() && (
                <button type="button" onClick={() => save(saveInFolder(all))}>
                  Save all in a folder
                </button>
              )
            )}
          </div>
          {saved !== null && <p class="note">{saved}</p>}
          <Salt text={made.salt} fingerprint={made.fingerprint} />
        </>
      ) : (
        <div class="bar">
          <JobButton isPrimary onClick={() => void makeFiles()}>
            {busy.value?.job === 'files' ? 'Making the files …' : 'Make the files'}
          </JobButton>
          <span class="quiet">
            report, results, schema, certificate, and the synthetic table with its model
          </span>
        </div>
      )}
    </>
  );
}

/** Whoever signs picks a key; it stays in this tab. */
function SigningKey() {
  const key = signingKey.value;
  return (
    <div class="bar">
      <TextFileButton
        label={key ? 'Sign with another key' : 'Sign the certificate'}
        accept=".pem"
        onText={(text, file) => signWith({ file, text })}
      />
      {key ? (
        <>
          <span>signed with {key.file}</span>
          <button type="button" class="link" onClick={() => signWith(null)}>
            do not sign
          </button>
        </>
      ) : (
        <span class="quiet">with a private key of tvinesynth keys new; it stays in this tab</span>
      )}
    </div>
  );
}

function Salt({
  text,
  fingerprint,
}: {
  readonly text: string;
  readonly fingerprint: string | null;
}) {
  const bytes = useMemo(() => bytesOf(text), [text]);
  return (
    <>
      <div class="bar files">
        <DownloadLink name="certificate.salt" bytes={bytes} />
        <span class="quiet">
          the salt of the certificate: keep it with the real table, and give it to nobody
        </span>
      </div>
      {fingerprint !== null && (
        <p class="quiet">
          Signed by key <code>{fingerprint}</code>
        </p>
      )}
    </>
  );
}

async function saveAll(all: Readonly<Record<string, Uint8Array>>): Promise<string> {
  const paths: string[] = [];
  for (const [name, bytes] of Object.entries(all)) paths.push(await saveFile(name, bytes));
  return `Saved: ${paths.join(', ')}`;
}

function Command({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div class="command">
      <p class="quiet">
        {choices.value.generator === 'dpvine'
          ? 'The same on the command line, with secret noise of its own:'
          : 'The same on the command line, with the same bytes:'}
      </p>
      <div class="bar">
        <code>{text}</code>
        <button
          type="button"
          onClick={() => {
            void navigator.clipboard.writeText(text).then(() => {
              setCopied(true);
              announce('The command was copied.');
            });
          }}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </div>
    </div>
  );
}
