/** Where the form stands in the page, for those who want to bring the cursor there. */
export const LEAD_CARD_ID = 'get-the-files'
