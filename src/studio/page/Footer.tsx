/** What the page is, and what its promise rests on. */

import { useState } from 'preact/hooks';
import { ENGINE_VERSION } from '../../model/engine.ts';
import { endServer } from './server.ts';
import { isServed } from './state.ts';

/** The hash of the script that the page's policy allows. */
function scriptHash(): string {
  const meta = document.querySelector('meta[http-equiv="Content-Security-Policy"]');
  return /script-src '(sha256-[^']+)'/.exec(meta?.getAttribute('content') ?? '')?.[1] ?? 'unknown';
}

export function Footer() {
  const [isEnded, setEnded] = useState(false);
  return (
    <footer class="quiet">
      <details>
        <summary>Nothing leaves this page: what that rests on</summary>
        <p>
          The page holds its whole program and asks for nothing else. Its content security policy
          makes the browser refuse requests, sockets, images and forms to anywhere; peer connections
          are removed before anything runs. To be sure, switch the network off: everything works the
          same. Tables, models and results are in the memory of this tab alone, until you download
          them.
        </p>
      </details>
      {isServed.value && (
        <p>
          {isEnded ? (
            'The server has ended. What is in this tab can still be downloaded.'
          ) : (
            <button type="button" onClick={() => void endServer().then(() => setEnded(true))}>
              End the server
            </button>
          )}
        </p>
      )}
      <p>
        TVineSynth {ENGINE_VERSION} · its script has the hash <code>{scriptHash()}</code>, and the
        browser runs no other
      </p>
    </footer>
  );
}
