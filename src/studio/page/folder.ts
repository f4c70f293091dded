/** A folder of the user's choice that the page writes files into, where a browser lets it. */

interface WithPicker {
  showDirectoryPicker(options: { readonly mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
}

export function canPickFolder(): boolean {
  return 'showDirectoryPicker' in globalThis;
}

/** What was saved, in words; nothing if no folder was chosen. Never over a file that is there. */
export async function saveInFolder(
  files: Readonly<Record<string, Uint8Array>>,
): Promise<string | null> {
  const folder = await picked();
  if (!folder) return null;
  const names = Object.keys(files);
  for (const name of names) {
    if (!(await isThere(folder, name))) continue;
    throw new Error(
      `${name} is in ${folder.name} already. Nothing was saved: choose another folder.`,
    );
  }
  for (const name of names) {
    const handle = await folder.getFileHandle(name, { create: true });
    const stream = await handle.createWritable();
    await stream.write(files[name] as Uint8Array<ArrayBuffer>);
    await stream.close();
  }
  return `Saved in ${folder.name}: ${names.join(', ')}`;
}

async function picked(): Promise<FileSystemDirectoryHandle | null> {
  const picker = globalThis as unknown as WithPicker;
  try {
    return await picker.showDirectoryPicker({ mode: 'readwrite' });
  } catch (error) {
    if ((error as Error).name === 'AbortError') return null;
    throw error;
  }
}

async function isThere(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if ((error as Error).name === 'NotFoundError') return false;
    throw error;
  }
}
