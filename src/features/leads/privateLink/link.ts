import type { fetchPrivateLink } from '../gate.functions.ts'

export type PrivateLinkData = Awaited<ReturnType<typeof fetchPrivateLink>>

export const linkAgentName = ({ agent }: Pick<PrivateLinkData, 'agent'>) =>
  `${agent.firstName} ${agent.lastName}`.trim() || 'the agent'
