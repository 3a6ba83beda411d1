/** A PDF of these objects, of which the first is the catalogue. */
export function writePdf(objects: (string | Buffer)[], trailer = '') {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let length = 9
  const offsets = objects.map((object, index) => {
    const offset = length
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
    return offset
  })
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF`
  return Buffer.concat([...parts, Buffer.from(end)])
}

export const pdfStream = (dictionary: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ])

interface Page {
  content: string | Buffer
  /** What the content refers to by name. */
  resources?: string
  /** How the content is packed. */
  filter?: string
  pages?: number
  size?: [number, number]
  /** Further objects; the first has the number 5. */
  objects?: (string | Buffer)[]
  trailer?: string
}

/** A document whose pages all look like this one. */
export function pdfOf({
  content,
  resources = '',
  filter = '',
  pages = 1,
  size = [595, 842],
  objects = [],
  trailer,
}: Page) {
  const kids = '3 0 R '.repeat(pages)
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(' ')}] /Resources << ${resources} >> /Contents 4 0 R >>`
  return writePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
      page,
      pdfStream(filter, content),
      ...objects,
    ],
    trailer,
  )
}

const HELVETICA = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'

/** A document with this text at the top of each page. */
export const textPdf = (lines: string[], pages = 1) =>
  pdfOf({
    content: `BT /F 18 Tf 24 TL 50 780 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`,
    resources: HELVETICA,
    pages,
  })

/** A document with other lines on each page. */
export function bookPdf(pages: string[][]) {
  const numbers = pages.map((_, index) => 3 + index * 2)
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${HELVETICA} >> /Contents ${4 + index * 2} 0 R >>`,
      pdfStream('', `BT /F 18 Tf 24 TL 50 780 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`),
    ]),
  ])
}

/**
 * Three pages, and on the first a line of text for each link. A link is what its annotation says beside its place, for example
 * `/A << /S /URI /URI (https://example.nz) >>` or `/Dest [5 0 R /XYZ 0 400 0]`: the pages are the objects 3, 5 and 7.
 */
export function linkedPdf(links: { words: string; annotation: string }[]) {
  const pages = [links.map(({ words }) => words), ['Second page'], ['Third page']]
  const place = (line: number) => `[45 ${775 - line * 24} 400 ${797 - line * 24}]`
  const annotations = links.map(
    ({ annotation }, line) => `<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect ${place(line)} ${annotation} >>`,
  )
  const pageObject = (lines: string[], index: number) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${HELVETICA} >> /Contents ${4 + index * 2} 0 R
      ${index === 0 ? `/Annots [${annotations.join(' ')}]` : ''} >>`,
    pdfStream('', `BT /F 18 Tf 24 TL 50 780 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`),
  ]
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 5 0 R 7 0 R] /Count 3 >>',
    ...pages.flatMap(pageObject),
  ])
}

/** Nobody knows the password. */
export const lockedPdf = () => {
  const key = '41'.repeat(32)
  return pdfOf({
    content: '',
    objects: [`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >>`],
    trailer: '/Encrypt 5 0 R /ID [<00> <00>]',
  })
}

/** 700 bytes that ask for five billion tiles to be painted over each other. */
export const endlessPdf = () =>
  pdfOf({
    content: '/Pattern cs /P scn 0 0 595 842 re f',
    resources: '/Pattern << /P 5 0 R >>',
    objects: [
      pdfStream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 100 100] /XStep 0.01 /YStep 0.01 /Resources << >>',
        '0 0 100 100 re f',
      ),
    ],
  })

/** Each drawing shows the next one twelve times: three kilobytes that stand for a trillion lines. */
export function explodingPdf() {
  const depth = 12
  const forms = Array.from({ length: depth }, (_, index) => {
    const next = index < depth - 1 ? `/Resources << /XObject << /F ${index + 6} 0 R >> >>` : ''
    return pdfStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${next}`,
      next ? '/F Do '.repeat(12) : '0 0 m 9 9 l S',
    )
  })
  return pdfOf({ content: '/F Do', resources: '/XObject << /F 5 0 R >>', objects: forms })
}

/** A drawing that shows itself twice: 600 bytes that grow until something stops them. */
export const recursivePdf = () =>
  pdfOf({
    content: '/F Do',
    resources: '/XObject << /F 5 0 R >>',
    objects: [
      pdfStream(
        '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F 5 0 R >> >>',
        '/F Do /F Do',
      ),
    ],
  })
