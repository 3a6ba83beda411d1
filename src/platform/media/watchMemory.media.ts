const CHECK_EVERY_MS = 20

/**
 * Runs in a thread of the media process, because a decoder keeps the main thread busy. Memory of native and WebAssembly code is
 * outside every limit that Node can set, so the process as a whole is watched and ended. It also ends when its parent is gone.
 */
export function watchMemory(maxRssBytes: number) {
  const parent = process.ppid
  setInterval(() => {
    if (process.memoryUsage.rss() > maxRssBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, CHECK_EVERY_MS)
}
