/** `keys new`: a pair of keys to sign certificates with. */

import { chmodSync } from 'node:fs';
import { Command } from 'commander';
import { newKeys } from '../certificate/keys.ts';
import { writeFileWhole } from '../table/files.ts';
import { withShell } from './options.ts';
import { printResult, type ShellOptions } from './shell.ts';

interface KeyOptions extends ShellOptions {
  readonly out: string;
  readonly force?: boolean;
}

export function keysCommand(): Command {
  const make = new Command('new')
    .summary('make a pair of keys')
    .description(
      'Makes an Ed25519 key pair. The private key signs certificates (run --sign, audit --sign): only its owner may read the file, and it is not encrypted, so keep it where you keep other keys. The public key, beside it with the ending .public.pem, is for everybody who verifies: hand it over on a way that they trust, and compare the fingerprint.',
    )
    .requiredOption('--out <file>', 'file for the private key, such as officer.pem')
    .option('--force', 'overwrite existing files');
  withShell(make)
    .addHelpText(
      'after',
      `
Example:
  tvinesynth keys new --out officer.pem
  tvinesynth run patients.csv --response readmitted --sensitive cost --sign officer.pem`,
    )
    .action(async ({ out, force = false, ...shell }: KeyOptions) => {
      const shown = `${out.replace(/\.pem$/i, '')}.public.pem`;
      const { privatePem, publicPem, fingerprint } = await newKeys();
      const bytes = (text: string) => [new TextEncoder().encode(text)];
      await writeFileWhole(out, bytes(privatePem), { force });
      await writeFileWhole(shown, bytes(publicPem), { force, inputs: [out] });
      // what everybody may read
      chmodSync(shown, 0o644);
      const text = [
        `Private key: ${out} (keep it secret)`,
        `Public key:  ${shown} (for those who verify)`,
        `Fingerprint: ${fingerprint}`,
      ].join('\n');
      printResult({ private: out, public: shown, fingerprint }, text, shell);
    });
  return new Command('keys')
    .summary('make keys to sign certificates with')
    .description('Keys for signatures of certificates.')
    .addCommand(make)
    .addHelpText(
      'after',
      `
Options of new:
  --out <file>    file for the private key, such as officer.pem
  --force         overwrite existing files`,
    );
}
