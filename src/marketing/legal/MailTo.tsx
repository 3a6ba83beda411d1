export const EmailLink = ({ contact }: { contact: string }) => <a href={`mailto:${contact}`}>{contact}</a>
