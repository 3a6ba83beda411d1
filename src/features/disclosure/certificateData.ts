import * as z from 'zod/mini'

const Text = z.string().check(z.maxLength(2_000))
const Moment = z.iso.datetime()
const Person = z.object({ id: Text, name: Text, email: Text, role: z.nullable(Text) })

/** What a certificate says, for machines. Later versions may add to it. */
export const CertificateData = z.object({
  format: z.literal('property-files-certificate-1'),
  id: Text,
  issuedAt: Moment,
  issuer: Text,
  listing: z.object({ id: Text, title: Text, address: Text }),
  agent: z.object({ name: Text, agency: Text, licence: Text }),
  /** Null for a certificate of the whole listing. */
  person: z.nullable(Person),
  /** The whole record, of which the entries below may be a part. */
  record: z.object({ length: z.int(), hash: Text }),
  people: z.array(Person),
  entries: z.array(
    z.object({
      sequence: z.int(),
      kind: Text,
      recordedAt: Moment,
      subjectId: z.nullable(Text),
      fileId: z.nullable(Text),
      version: z.nullable(z.int()),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      previousHash: Text,
      hash: Text,
    }),
  ),
})
export type CertificateData = z.infer<typeof CertificateData>

/** "12 Rata Street, Karori, Wellington 6012": the title, and what the address adds to it. */
export const propertyText = ({ title, address }: CertificateData['listing']) =>
  address.startsWith(title) ? address : [title, address].filter(Boolean).join(', ')
