/** The obstacle of a row that looks at a process through /proc. */
export function needsLinux(): string | null {
  return process.platform === 'linux' ? null : 'it reads /proc, which only Linux has';
}
