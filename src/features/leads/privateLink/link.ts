import type { fetchPrivateLink } from '../gate.functions.ts'

export type PrivateLink = Awaited<ReturnType<typeof fetchPrivateLink>>

export const agentsName = ({ agent }: Pick<PrivateLink, 'agent'>) =>
  `${agent.firstName} ${agent.lastName}`.trim() || 'the agent'
