export const formatBadgeCount = (amount: number) => (amount > 99 ? '99+' : String(amount))

export const unreadLabel = (amount: number) => `${formatBadgeCount(amount)} unread`
