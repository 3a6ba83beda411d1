export const MailTo = ({ contact }: { contact: string }) => <a href={`mailto:${contact}`}>{contact}</a>
