/** Begins a mail to the buyer, about the home that they asked about. */
export const mailAddress = ({ email, listingTitle }: { email: string; listingTitle: string }) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Your enquiry about ${listingTitle}`)}`
