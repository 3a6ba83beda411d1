/** What a buyer sends who has nothing to add. Apart from the other words: the page shows it before it knows their rules. */
export const DEFAULT_NOTE = 'Please send me more about this property.'
