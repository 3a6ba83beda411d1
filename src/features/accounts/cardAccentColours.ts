import type { AgentCard } from './accounts.ts'

/** Each reads on white, and white reads on each (4.5:1 and better). */
export const cardAccentColours: Record<AgentCard['cardAccent'], { name: string; colour: string }> = {
  teal: { name: 'Teal', colour: '#087f5b' },
  navy: { name: 'Navy', colour: '#1e4a86' },
  plum: { name: 'Plum', colour: '#7b2d68' },
  rust: { name: 'Rust', colour: '#a23e16' },
  slate: { name: 'Slate', colour: '#43525b' },
}
