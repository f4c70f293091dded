/**
 * The server of `tvinesynth studio`, if the page comes from one: it hands over the table that was named on the
 * command line, and writes files into the folder that was. The token is in the fragment of the address, which no
 * request carries, and goes from there at once.
 */

interface Server {
  readonly table: { readonly blob: Blob; readonly name: string } | null;
  /** Where files can be saved; null if no folder was named. */
  readonly folder: string | null;
}

let token: string | null = null;

const headers = () => ({ 'x-tvinesynth-token': token ?? '' });

/** Nothing where the page is a file, or of another server. */
export async function findServer(): Promise<Server | null> {
  token = new URLSearchParams(location.hash.slice(1)).get('token') ?? sessionToken();
  if (token === null || !location.protocol.startsWith('http')) return null;
  history.replaceState(null, '', location.pathname);
  sessionStorage.setItem(KEY, token);
  const about = await fetch('/about', { headers: headers() });
  if (!about.ok) return null;
  const { table, folder } = (await about.json()) as {
    readonly table: string | null;
    readonly folder: string | null;
  };
  // as long as the page is there the server is
  setInterval(() => void fetch('/about', { headers: headers() }).catch(() => undefined), 60_000);
  if (table === null) return { table: null, folder };
  const response = await fetch('/table', { headers: headers() });
  return { folder, table: response.ok ? { blob: await response.blob(), name: table } : null };
}

const KEY = 'tvinesynth token';

/** After a reload the fragment is gone. */
function sessionToken(): string | null {
  return location.protocol.startsWith('http') ? sessionStorage.getItem(KEY) : null;
}

/** The path that was written. */
export async function saveFile(name: string, bytes: Uint8Array): Promise<string> {
  const response = await fetch(`/save?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/octet-stream' },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Tells the server that it is no longer needed. */
export async function endServer(): Promise<void> {
  await fetch('/end', { method: 'POST', headers: headers() });
}
