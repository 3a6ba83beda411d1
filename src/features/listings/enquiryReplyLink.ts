/** A `mailto:` link that starts an email to a buyer about the listing they enquired about. */
export const enquiryReplyLink = ({ email, listingTitle }: { email: string; listingTitle: string }) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Your enquiry about ${listingTitle}`)}`
