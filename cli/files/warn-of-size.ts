import { stat } from 'node:fs/promises';
import { getHeapStatistics } from 'node:v8';
import { inUnits } from '../terminal/in-units.ts';
import { shownPath } from '../terminal/shown-path.ts';

/**
 * Warns of a file that may take more memory than Node takes at most. Where memory runs out, Node or the system ends a
 * command without a word that its owner could understand. What Node takes at most follows the memory of the machine or
 * container. What is free at the moment would tell less: to a container what is cached from files counts as taken, and
 * to macOS as well.
 * @param times how many times its size the file may take
 */
export async function warnOfSize(path: string, times: number): Promise<void> {
  // Whoever reads the file next says why it cannot be read.
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  const wanted = size * times;
  const most = getHeapStatistics().heap_size_limit;
  if (wanted <= most) return;
  console.error(
    `Reading ${shownPath(path)} may take ${inUnits(wanted)} of memory, and Node takes ${inUnits(most)} at most here. If that is not enough, read it into a database on a larger machine, bring that database's file here, and use \`copy\`, which takes little memory.`,
  );
}
