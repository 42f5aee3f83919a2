import { statSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Calls back whenever one of these files changes, or anything in one of these folders. A file need not
 * exist yet; a folder must.
 * @param names of files and folders in `folder`
 * @returns stops watching
 */
export function watchFiles(folder: string, names: string[], changed: () => void): () => void {
  const folders = names.filter((name) => isFolder(join(folder, name)));
  const watches = [
    // By name: many editors replace a file by a new one, and a watch on the old one would hear nothing.
    watch(folder, (_, name) => {
      if (name !== null && names.includes(name)) changed();
    }),
    ...folders.map((name) => watch(join(folder, name), { recursive: true }, changed)),
  ];
  return () => {
    for (const one of watches) one.close();
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
