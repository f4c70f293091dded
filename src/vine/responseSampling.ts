import { InputError } from '../numerics/inputError.ts';

/**
 * How discrete variables are drawn. 'exact': the level is drawn, and what follows is drawn given the
 * level, so that the sample follows the fitted model. 'latent': a uniform is drawn and what follows
 * is drawn given the uniform, as the paper's software does.
 */
export type ResponseSampling = 'exact' | 'latent';

export function checkResponseSampling(found: ResponseSampling): void {
  if (found === 'exact' || found === 'latent') return;
  throw new InputError(`Response sampling: found '${found}'. Give exact or latent.`);
}
