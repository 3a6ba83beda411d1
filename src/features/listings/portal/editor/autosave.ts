/** Long enough that a word is one save, short enough that nobody waits for it. */
const PAUSE_AFTER_TYPING_MS = 1_000
const MAX_RETRY_PAUSE_MS = 30_000

/**
 * `refused`: saving the same again would fail again, for example because of a field with an error. `conflict`: someone else has
 * saved, and the agent has to decide.
 */
export type SaveOutcome = 'saved' | 'offline' | 'failed' | 'refused' | 'conflict'

/** `waiting`: for a pause in typing. `offline` and `failed`: for the next attempt. */
export type AutosavePhase = SaveOutcome | 'waiting' | 'saving'

export interface AutosaveState {
  phase: AutosavePhase
  /** How long to wait before the next save; null if none is due. */
  delayMs: number | null
  /** Attempts that failed in a row. */
  failures: number
  /** Something was changed after the running save was sent. */
  hasNewerChanges: boolean
}

/**
 * `leave`: the agent left the field. `retry`: they asked for another attempt. `online`: the connection is back. `reset`: there is
 * nothing to save any more.
 */
export type AutosaveEvent = 'change' | 'leave' | 'retry' | 'online' | 'start' | 'reset' | SaveOutcome

export const everythingSaved: AutosaveState = { phase: 'saved', delayMs: null, failures: 0, hasNewerChanges: false }

/** When a draft saves itself: never two saves at once, and none while someone is typing. */
export function nextAutosave(state: AutosaveState, event: AutosaveEvent): AutosaveState {
  const { phase, failures, hasNewerChanges } = state
  switch (event) {
    case 'change':
      if (phase === 'saving') return { ...state, hasNewerChanges: true }
      // The next attempt takes everything with it.
      return phase === 'saved' || phase === 'waiting' || phase === 'refused' ? waitFor(PAUSE_AFTER_TYPING_MS) : state
    case 'leave':
      return phase === 'waiting' ? waitFor(0) : state
    case 'retry':
      return phase === 'saved' || phase === 'saving' ? state : { ...state, delayMs: 0 }
    case 'online':
      return phase === 'offline' || phase === 'failed' ? { ...state, delayMs: 0 } : state
    case 'start':
      return { ...state, phase: 'saving', delayMs: null, hasNewerChanges: false }
    case 'saved':
      return hasNewerChanges ? waitFor(PAUSE_AFTER_TYPING_MS) : everythingSaved
    case 'offline':
    case 'failed':
      return { phase: event, delayMs: retryPauseMs(failures), failures: failures + 1, hasNewerChanges: false }
    case 'refused':
    case 'conflict':
      return { phase: event, delayMs: null, failures: 0, hasNewerChanges: false }
    case 'reset':
      return phase === 'saving' ? state : everythingSaved
  }
}

const waitFor = (delayMs: number): AutosaveState => ({
  phase: 'waiting',
  delayMs,
  failures: 0,
  hasNewerChanges: false,
})

/** One second, two, four … up to half a minute. */
const retryPauseMs = (failures: number) => Math.min(MAX_RETRY_PAUSE_MS, 1000 * 2 ** failures)
