/** Starts workers from the page's own text. Browsers that know trusted types let no other address pass. */

interface TrustedPolicy {
  createHTML(text: string): string;
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(url: string): string },
  ): TrustedPolicy;
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };

/** For drawings, which escape what they show, and for the address of the page's own text. */
export const policy: TrustedPolicy = trustedTypes?.createPolicy('tvinesynth', {
  createHTML: (text) => text,
  createScriptURL: (url) => {
    if (!url.startsWith('blob:')) throw new TypeError('not the page itself');
    return url;
  },
}) ?? { createHTML: (text) => text, createScriptURL: (url) => url };

export function startOwnWorker(url: string, name: string): Worker {
  return new Worker(policy.createScriptURL(url), { name });
}

/** Where workers find the page's own text. */
export function addressOf(text: string): string {
  return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}
