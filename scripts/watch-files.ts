import { statSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Calls back whenever one of these files changes, or whatever lies in one of these folders. A file may
 * come later, a folder may not.
 * @param names of what lies in a folder
 * @returns ends it
 */
export function watchFiles(folder: string, names: string[], changed: () => void): () => void {
  const folders = names.filter((name) => isFolder(join(folder, name)));
  const watches = [
    // By their names: many an editor puts a new file in the place of the old one, and a watch on that
    // would stay with it.
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
