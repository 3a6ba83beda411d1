export const upTo99 = (amount: number) => (amount > 99 ? '99+' : String(amount))

export const unreadWords = (amount: number) => `${upTo99(amount)} unread`
