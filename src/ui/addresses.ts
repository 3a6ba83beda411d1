/** As people write it: "+64 21 555 0123". Numbers of other countries stay as they are. */
export const readablePhone = (phone: string) => phone.replace(/^\+64(2\d|[3-9])(\d{3})(\d{3,})$/, '+64 $1 $2 $3')

export const phoneAddress = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

/** Begins a mail to the buyer, about the home that they asked about. */
export const mailAddress = ({ email, listingTitle }: { email: string; listingTitle: string }) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Your enquiry about ${listingTitle}`)}`
