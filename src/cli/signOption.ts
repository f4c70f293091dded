/** `--sign KEY.pem`: read before the work begins, so that a wrong key is refused at once. */

import type { Command } from 'commander';
import { type Signer, signerFromPem } from '../certificate/keys.ts';
import { readText } from './readInput.ts';

export interface SignOptions {
  readonly sign?: string;
}

export function signOption(command: Command): Command {
  return command.option(
    '--sign <key>',
    'sign the certificate with this private key (tvinesynth keys new)',
  );
}

export async function signerOf({ sign }: SignOptions): Promise<Signer | undefined> {
  return sign === undefined ? undefined : signerFromPem(await readText(sign), sign);
}
