type LockMessage = { kind: 'active'; at: number } | { kind: 'locked' } | { kind: 'unlocked' }

const NAME = 'idle-lock'

/** For one message from a page that listens to none. */
export function tellTabs(message: LockMessage) {
  const channel = openLockChannel(() => {})
  channel.tell(message)
  channel.close()
}

/** The tabs of one browser have one session: they are active together, and lock and unlock together. */
export function openLockChannel(onMessage: (message: LockMessage) => void) {
  if (!('BroadcastChannel' in globalThis)) return { tell: () => {}, close: () => {} }
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<LockMessage>) => onMessage(data)
  return { tell: (message: LockMessage) => channel.postMessage(message), close: () => channel.close() }
}
